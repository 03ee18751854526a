-- When each line of a recording's notes was begun, in seconds of the recording; null where nobody knows.
ALTER TABLE content_notes ADD COLUMN line_times jsonb NOT NULL DEFAULT '[]';
