-- Whether events that tell of a result carry it. It is read as they are sent, so no delivery keeps it.
ALTER TABLE webhooks ADD COLUMN include_result boolean NOT NULL DEFAULT false;
