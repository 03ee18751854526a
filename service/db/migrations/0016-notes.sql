-- What people wrote down themselves beside a recording: free text, and moments with a label.
CREATE TABLE content_notes (
  content_id text PRIMARY KEY REFERENCES content (id) ON DELETE CASCADE,
  text text NOT NULL,
  markers jsonb NOT NULL,
  updated_at timestamptz NOT NULL
);
