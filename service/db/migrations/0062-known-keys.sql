-- Tells, as part of the commit, that what was known of an API key may be so no longer. That it was used changes nothing.
CREATE FUNCTION tell_key_changes() RETURNS trigger LANGUAGE plpgsql
  AS $$
    BEGIN
      PERFORM pg_notify('key_changes', '');
      RETURN NULL;
    END
  $$;
CREATE TRIGGER key_changes_are_told AFTER DELETE OR UPDATE OF
    id, organization_id, name, key_prefix, key_hash, key_type, scopes, project_ids, is_session, member_id, api_version,
    expires_at
  ON api_keys FOR EACH STATEMENT EXECUTE FUNCTION tell_key_changes();
CREATE TRIGGER key_changes_are_told AFTER DELETE OR UPDATE OF id, role
  ON members FOR EACH STATEMENT EXECUTE FUNCTION tell_key_changes();
