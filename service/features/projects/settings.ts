import type { Updateable } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import type { Tx } from '../../db/database.ts'
import type { Projects } from '../../db/tables.ts'
import { detectLanguage } from '../../engine/whisper/languages.ts'
import { requireSpeech, type SpeechModels } from '../models/models.ts'
import { requireDefaultPrompt } from '../prompts/prompts.ts'
import { requireVocabulary } from '../vocabulary/vocabulary.ts'
import type { Project, SettingsChange } from './schema.ts'

/** The part of a project's row that its settings are. */
export type SettingsRow = Project['settings']

export const noSettings: SettingsRow = {
  default_prompt_id: null,
  auto_analyze: false,
  language: null,
  speech_model: null,
  translate_to_english: false,
  vocabulary: [],
  voice_memory: false,
}

export const toSettings = (row: SettingsRow): Project['settings'] => ({
  default_prompt_id: row.default_prompt_id,
  auto_analyze: row.auto_analyze,
  language: row.language,
  speech_model: row.speech_model,
  translate_to_english: row.translate_to_english,
  vocabulary: row.vocabulary,
  voice_memory: row.voice_memory,
})

/** The change as it is kept; 400 names the field of what cannot be. */
export async function requireSettings(
  tx: Tx,
  caller: Caller,
  { before, requested }: { before: SettingsRow; requested: SettingsChange },
  models: SpeechModels,
): Promise<Partial<SettingsRow>> {
  const { vocabulary, ...others } = requested
  // Nothing stands above a project that it would have to be told apart from.
  const plain = { ...others, ...(others.language === detectLanguage && { language: null }) }
  if (plain.default_prompt_id) await requireDefaultPrompt(tx, caller, plain.default_prompt_id)
  requireSpeech(models, plain, { ...before, ...plain }, 'settings.')
  return {
    ...plain,
    ...(vocabulary && { vocabulary: requireVocabulary(vocabulary, 'settings.vocabulary') }),
  }
}

/** Settings bear the names of their columns. */
export const toColumns = ({
  vocabulary,
  ...plain
}: Partial<SettingsRow>): Updateable<Projects> => ({
  ...plain,
  ...(vocabulary && { vocabulary: JSON.stringify(vocabulary) }),
})
