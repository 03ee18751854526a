-- The hash that a sender tells with the announcement, in hexadecimal: what arrives must have it.
ALTER TABLE upload_sessions ADD COLUMN sha256 text CHECK (sha256 ~ '^[0-9a-f]{64}$');
