-- Whether assistants that are connected by MCP may change something; off until a person says so.
ALTER TABLE organizations ADD COLUMN assistants_may_write boolean NOT NULL DEFAULT false;
