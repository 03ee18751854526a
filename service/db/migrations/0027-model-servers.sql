-- Programs that serve language models, on this machine or where the owner allows one.
CREATE TABLE model_servers (
  id text PRIMARY KEY,
  organization_id text NOT NULL REFERENCES organizations (id),
  -- Without /v1 and without a slash at the end.
  base_url text NOT NULL,
  kind text NOT NULL,
  -- Encrypted with a key of the installation; null, the server asks for none.
  api_key_sealed text,
  -- The owner's yes to words of recordings leaving this machine, and to doing so unencrypted.
  allow_remote boolean NOT NULL,
  allow_unencrypted boolean NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (organization_id, base_url)
);
