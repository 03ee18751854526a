-- Of a word that is said in every other recording only the newest are looked up.
CREATE INDEX search_documents_age ON search_documents (created_at);
