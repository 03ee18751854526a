-- What search reads of a row to know whose it is and when it was made is short. The texts and the vectors, of which it
-- needs few, lie beside the rows from now on, so that the rows of a million recordings stay in memory.
ALTER TABLE search_documents SET (toast_tuple_target = 128);
ALTER TABLE search_documents
  ALTER content_id SET STORAGE MAIN,
  ALTER project_id SET STORAGE MAIN,
  ALTER filename SET STORAGE MAIN;
