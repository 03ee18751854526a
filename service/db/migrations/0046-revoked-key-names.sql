-- What keys were called that are gone, for those who read the audit log; also of a member who was removed.
CREATE TABLE revoked_api_keys (
  id text PRIMARY KEY,
  name text NOT NULL
);

CREATE FUNCTION keep_key_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO revoked_api_keys (id, name) VALUES (OLD.id, OLD.name) ON CONFLICT (id) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER revoked_key_keeps_its_name AFTER DELETE ON api_keys
  FOR EACH ROW WHEN (NOT OLD.is_session) EXECUTE FUNCTION keep_key_name();
