-- The trace that a job or a delivery goes on with, as the header traceparent has it; null where none was begun.
ALTER TABLE jobs ADD COLUMN traceparent text;
ALTER TABLE deliveries ADD COLUMN traceparent text;
