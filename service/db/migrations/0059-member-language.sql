-- That of the page in which the member last read notices: notices are mailed in it. Null where none has been.
ALTER TABLE members ADD COLUMN language text CHECK (language IN ('en', 'de'));
