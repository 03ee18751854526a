import type { Sql } from '../../db/database.ts'

/** Transcription settings of the recording, its project and its organization. */
export const selectSettings = (sql: Sql, contentId: string) =>
  sql
    .selectFrom('content')
    .innerJoin('projects', 'projects.id', 'content.project_id')
    .innerJoin('organizations', 'organizations.id', 'projects.organization_id')
    .select([
      'content.language',
      'content.speech_model',
      'content.translate_to_english',
      'projects.language as project_language',
      'projects.speech_model as project_speech_model',
      'projects.translate_to_english as project_translate_to_english',
      'projects.vocabulary as project_vocabulary',
      'projects.voice_memory',
      'organizations.vocabulary',
      'organizations.speech_model as organization_speech_model',
    ])
    .where('content.id', '=', contentId)
    .executeTakeFirstOrThrow()
