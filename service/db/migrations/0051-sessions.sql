-- Members who signed in with a browser. Of the token in its cookie only the hash is kept.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  token_hash text NOT NULL UNIQUE,
  organization_id text NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  method text NOT NULL CHECK (method IN ('email', 'openid', 'invitation')),
  -- The address whose mailbox was shown to be the person's; null after the link of an invitation, which
  -- whoever invited has, too.
  proven_email text,
  user_agent text,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sessions_page ON sessions (member_id, created_at DESC, id DESC);
CREATE INDEX sessions_end ON sessions (expires_at);

-- Links that sign in, one for each time somebody asked, whoever that was: the mail tells members apart.
CREATE TABLE sign_in_links (
  token_hash text PRIMARY KEY,
  email text NOT NULL,
  -- Of the cookie in the browser that asked: only that one may use it.
  browser_hash text NOT NULL,
  -- From where, so that one who asks too often for somebody else does not lock that person out.
  client text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX sign_in_links_email ON sign_in_links (email, created_at);

-- The members with one address, in all organizations.
CREATE INDEX members_address ON members (lower(email));

-- What is kept for a repeated request belongs to a key or to a session, and goes with it.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_api_key_id_fkey;
CREATE FUNCTION forget_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM idempotency_keys WHERE api_key_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER api_key_takes_its_requests AFTER DELETE ON api_keys
  FOR EACH ROW EXECUTE FUNCTION forget_requests();
CREATE TRIGGER session_takes_its_requests AFTER DELETE ON sessions
  FOR EACH ROW EXECUTE FUNCTION forget_requests();

-- Null where no browser did it.
ALTER TABLE audit_log ADD COLUMN session_id text;
