-- Whether the bytes of a recording are those that were sent, as last compared with their hash.
ALTER TABLE content
  ADD COLUMN media_state text NOT NULL DEFAULT 'ok' CHECK (media_state IN ('ok', 'damaged', 'missing')),
  ADD COLUMN media_checked_at timestamptz;
