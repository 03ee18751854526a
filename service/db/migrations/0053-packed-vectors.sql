-- Without pgvector, vectors are kept as bytes and compared by the service, exactly: half precision, as pgvector keeps
-- them, one number after the other.
DO $$
  BEGIN
    IF NOT EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = 'ask_embeddings'::regclass AND attname = 'embedding'
    ) THEN
      ALTER TABLE ask_embeddings ADD COLUMN embedding bytea NOT NULL;
    END IF;
  END
$$;
