-- The second wall between organizations: a query that forgets its organization sees and changes the rows of no other. The
-- service says for whom a connection works, '*' for work of all; where nothing is said, nothing is seen. Forced, so that
-- it holds for the owner of the tables, too, and no second role is needed; a superuser it does not hold. Tables that
-- are left out: test/service/server/row-level-security.test.ts.
CREATE FUNCTION works_for_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN current_setting('earshot.organization', true) = '*';
CREATE FUNCTION works_for(organization text) RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  RETURN organization = current_setting('earshot.organization', true) OR works_for_all();

-- In PL/pgSQL, which plans its query once for a connection: as part of each query it takes longer to plan than to run.
-- With the name of the schema: pg_dump looks in none.
DO $$
  DECLARE
    parent text;
  BEGIN
    FOREACH parent IN ARRAY ARRAY['content', 'projects', 'webhooks']
    LOOP
      EXECUTE format(
        'CREATE FUNCTION works_for_%1$s(id text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $body$
          BEGIN
            RETURN %2$I.works_for_all() OR EXISTS (SELECT FROM %2$I.%1$I WHERE %1$I.id = works_for_%1$s.id);
          END
        $body$',
        parent, current_schema()
      );
    END LOOP;
  END
$$;

DO $$
  DECLARE
    guarded record;
  BEGIN
    FOR guarded IN
      SELECT 'organizations' AS name, 'works_for(id)' AS condition
      UNION ALL SELECT unnest(ARRAY[
        'api_keys', 'audit_log', 'calendars', 'events', 'invitations', 'members', 'model_figures', 'model_servers',
        'notices', 'projects', 'prompts', 'removed_events', 'sessions', 'transcription_usage', 'verifications',
        'watched_folders', 'webhooks'
      ]), 'works_for(organization_id)'
      -- Of which a query may read very many: the first part is asked once for all of them, the second by a hash.
      UNION ALL SELECT 'content',
        '(SELECT works_for_all()) OR EXISTS (SELECT FROM projects WHERE id = project_id)'
      UNION ALL SELECT unnest(ARRAY[
        'action_items', 'analysis_runs', 'insights', 'notes_folders', 'project_changes', 'voices'
      ]), 'works_for_projects(project_id)'
      UNION ALL SELECT unnest(ARRAY[
        'content_events', 'content_notes', 'recording_findings', 'speaker_voices', 'transcription_parts', 'transcripts',
        'unread_actions', 'upload_sessions', 'waveforms'
      ]), 'works_for_content(content_id)'
      -- The same for these, which are sent for all.
      UNION ALL SELECT 'deliveries', '(SELECT works_for_all()) OR works_for_webhooks(webhook_id)'
      UNION ALL SELECT 'calendar_events',
        '(SELECT works_for_all()) OR EXISTS (SELECT FROM calendars WHERE id = calendar_id)'
      UNION ALL SELECT 'watched_files',
        '(SELECT works_for_all()) OR EXISTS (SELECT FROM watched_folders WHERE id = folder_id)'
      UNION ALL SELECT 'prompt_versions',
        '(SELECT works_for_all()) OR EXISTS (SELECT FROM prompts WHERE id = prompt_id)'
      UNION ALL SELECT 'insight_sources',
        '(SELECT works_for_all()) OR EXISTS (SELECT FROM insights WHERE id = insights_id)'
    LOOP
      EXECUTE format('CREATE POLICY own_organization ON %I USING (%s)', guarded.name, guarded.condition);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', guarded.name);
    END LOOP;
  END
$$;
