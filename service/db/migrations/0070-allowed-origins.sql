-- The origins whose pages may upload with a publishable key; none unless they are named.
ALTER TABLE api_keys ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';
