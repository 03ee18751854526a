-- service/features/search/index-content.ts keeps all that a recording is found by. Until now the
-- rows of what was said were kept by triggers, the rest by that function.

DROP TRIGGER ask_on_insert ON transcripts;
DROP TRIGGER ask_on_update ON transcripts;
DROP FUNCTION ask_index_transcript();

DROP TRIGGER search_speech_on_insert ON transcripts;
DROP TRIGGER search_speech_on_update ON transcripts;
DROP FUNCTION search_speech_transcript();
