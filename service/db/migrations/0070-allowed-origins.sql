-- The origins whose pages may upload with a publishable key; none unless they are named.
ALTER TABLE api_keys ADD COLUMN allowed_origins text[] NOT NULL DEFAULT '{}';

-- As in 0062, with these.
DROP TRIGGER key_changes_are_told ON api_keys;
CREATE TRIGGER key_changes_are_told AFTER DELETE OR UPDATE OF
    id, organization_id, name, key_prefix, key_hash, key_type, scopes, project_ids, is_session, member_id, api_version,
    expires_at, allowed_origins
  ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_key_changes();
