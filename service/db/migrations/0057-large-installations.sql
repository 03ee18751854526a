-- Whose a document is, as words of its own, so that of an installation with many organizations the index alone
-- narrows to one of them or to a project. No word that anybody types begins with this sign.
CREATE FUNCTION search_scope(project text) RETURNS tsvector LANGUAGE sql STABLE
  AS $$
    SELECT coalesce((SELECT array_to_tsvector(ARRAY['=' || id, '=' || organization_id])
      FROM projects WHERE id = project), '')
  $$;

-- By a trigger, because a process of the version before writes documents as well.
CREATE FUNCTION search_scope_document() RETURNS trigger LANGUAGE plpgsql
  AS $$
    DECLARE
      scope tsvector := search_scope(NEW.project_id);
    BEGIN
      IF TG_OP = 'UPDATE' THEN
        NEW.document := ts_delete(NEW.document, '=' || OLD.project_id);
      END IF;
      IF pg_column_size(NEW.document || '') < 1000000 THEN
        NEW.document := NEW.document || scope;
        RETURN NEW;
      END IF;
      BEGIN
        NEW.document := NEW.document || scope;
      EXCEPTION WHEN program_limit_exceeded THEN
        -- A vector holds 1 MB: of one that is full, words are found and phrases are not.
        NEW.document := strip(NEW.document) || scope;
      END;
      RETURN NEW;
    END
  $$;
CREATE TRIGGER search_scope_is_kept BEFORE INSERT OR UPDATE OF document, project_id ON search_documents
  FOR EACH ROW EXECUTE FUNCTION search_scope_document();

-- Where there are documents from before: up to which recording they have their scope by now. No row: all have.
CREATE TABLE search_unscoped (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  scoped_to text NOT NULL
);
INSERT INTO search_unscoped (scoped_to) SELECT '' WHERE EXISTS (SELECT FROM search_documents);

-- What insights count of the findings: all but where it was said. NULL in rows of the version before.
ALTER TABLE recording_findings ADD COLUMN counted json;
