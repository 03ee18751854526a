-- When somebody last began a session as this member who had shown to be that person: whoever makes an invitation has its
-- link as well, so a member who came by it alone may be anybody.
ALTER TABLE members ADD COLUMN proven_at timestamptz;
UPDATE members SET proven_at = proven.at
  FROM (SELECT member_id, max(created_at) AS at FROM sessions WHERE method <> 'invitation' GROUP BY member_id) proven
  WHERE proven.member_id = members.id;
