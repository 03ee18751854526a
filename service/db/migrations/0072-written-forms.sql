-- Codes, numbers in groups and addresses have more forms in the index from now on (features/search/written-forms.ts):
-- documents from before are read again.
INSERT INTO search_unfolded (folded_to) SELECT '' WHERE EXISTS (SELECT FROM search_documents)
  ON CONFLICT (is_only) DO UPDATE SET folded_to = '';
