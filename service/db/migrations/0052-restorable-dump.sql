-- pg_restore makes tables while no schema is looked in, and a generated column is computed by this function, which
-- calls another: without a path of its own, no dump of the database could be restored.
ALTER FUNCTION name_order(text) SET search_path FROM CURRENT;
