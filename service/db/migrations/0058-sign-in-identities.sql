-- Who a member is to an OpenID provider. Subjects are never given to another person, addresses may be.
CREATE TABLE sign_in_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  member_id text NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- One person may be a member of several organizations; a member is one person.
  PRIMARY KEY (member_id, issuer)
);
CREATE INDEX sign_in_identities_subject ON sign_in_identities (issuer, subject);
CREATE POLICY own_organization ON sign_in_identities
  USING ((SELECT works_for_all()) OR EXISTS (SELECT FROM members WHERE id = member_id));
ALTER TABLE sign_in_identities ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
