-- How good the analyses of each language model were, compared with notes of people; the last time it was measured.
CREATE TABLE model_figures (
  organization_id text NOT NULL REFERENCES organizations (id),
  -- The id of an installed model, one of a server as settings name it, or built-in.
  model text NOT NULL,
  figures jsonb NOT NULL,
  measured_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, model)
);
