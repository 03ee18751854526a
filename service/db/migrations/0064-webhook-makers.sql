-- Who made a webhook, so that those that a removed member leaves behind can be told. Null for those made before, and
-- once the member is gone.
ALTER TABLE webhooks ADD COLUMN created_by text REFERENCES members (id) ON DELETE SET NULL;
