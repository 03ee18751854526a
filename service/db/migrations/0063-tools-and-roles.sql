-- The tool of an assistant that did it; null where none did. Part of what the hash of an entry is over where it is there.
ALTER TABLE audit_log ADD COLUMN tool text;

-- What the member of the API key was when the request was made; null for what an older version kept.
ALTER TABLE idempotency_keys ADD COLUMN role text;
