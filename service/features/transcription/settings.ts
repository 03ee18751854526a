import { errors } from '../../core/errors.ts'
import type { Sql } from '../../db/database.ts'
import type { StoredTerm } from '../../db/tables.ts'
import { detectLanguage } from '../../engine/whisper/languages.ts'
import { toKey } from '../vocabulary/vocabulary.ts'
import { selectOrganizationSettings, selectProjectSettings, selectSettings } from './store.ts'

type Choice = {
  language: string | null
  speech_model: string | null
  translate_to_english: boolean | null
}

export type SpeechSettings = ReturnType<typeof resolveSpeech> & {
  /** The project's terms before the organization's, each once. */
  vocabulary: StoredTerm[]
  voice_memory: boolean
}

/**
 * What holds for one recording: its own choice where it has one, else its project's. A null language is
 * detected, a null model is left to the organization.
 */
export const resolveSpeech = (content: Partial<Choice>, project: Choice) => ({
  language: toCode(content.language ?? project.language),
  speech_model: content.speech_model ?? project.speech_model,
  translate_to_english: content.translate_to_english ?? project.translate_to_english ?? false,
})

const toCode = (language: string | null): string | null =>
  language === detectLanguage ? null : language

/**
 * The settings that a transcription of this recording would use now. Throws `not_found` where the
 * recording has been deleted in the meantime.
 */
export async function readSettings(sql: Sql, contentId: string): Promise<SpeechSettings> {
  const row = await selectSettings(sql, contentId)
  if (!row) throw errors.notFound('content')
  const project = {
    language: row.project_language,
    speech_model: row.project_speech_model ?? row.organization_speech_model,
    translate_to_english: row.project_translate_to_english,
  }
  return {
    ...resolveSpeech(row, project),
    vocabulary: mergeTerms(row.project_vocabulary, row.vocabulary),
    voice_memory: row.voice_memory,
  }
}

/** What holds for sound of a recording that still runs. Throws `not_found`. */
export async function readProjectSettings(
  sql: Sql,
  projectId: string,
): Promise<Pick<SpeechSettings, 'language' | 'vocabulary'>> {
  const row = await selectProjectSettings(sql, projectId)
  if (!row) throw errors.notFound('project')
  return {
    language: toCode(row.language),
    vocabulary: mergeTerms(row.project_vocabulary, row.vocabulary),
  }
}

/** What holds for sound that belongs to no project. */
export const readOrganizationSettings = (
  sql: Sql,
  organizationId: string,
): Promise<{ speech_model: string | null; vocabulary: StoredTerm[] }> =>
  selectOrganizationSettings(sql, organizationId)

/** The first list wins where both have a term. */
function mergeTerms(first: readonly StoredTerm[], second: readonly StoredTerm[]): StoredTerm[] {
  const known = new Set(first.map(({ term }) => toKey(term)))
  return [...first, ...second.filter(({ term }) => !known.has(toKey(term)))]
}
