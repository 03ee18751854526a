import { readFile } from 'node:fs/promises'
import type { VocabularyTermInput } from 'earshot/client'
import { UsageError } from './errors.ts'

/** How to transcribe recordings, as the options below say it. */
export type SpeechOptions = { language?: string; model?: string; translate?: boolean }

/** For what may differ from the project's settings. */
export const speechOptions = [
  [
    '--language <code>',
    'what is spoken, as en or de; "auto" detects it, "project" takes what the project says',
  ],
  ['--model <id>', 'the model that transcribes; "project" for that of the project'],
  ['--translate', 'write it in English'],
  ['--no-translate', 'write it in the language that is spoken'],
] as const

/** The options as a body has them; `none` is the word that stands for null. */
export function toSpeech({ language, model, translate }: SpeechOptions, none = 'project') {
  const orNull = (value: string): string | null => (value === none ? null : value)
  return {
    ...(language !== undefined && { language: orNull(language) }),
    ...(model !== undefined && { speech_model: orNull(model) }),
    ...(translate !== undefined && { translate_to_english: translate }),
  }
}

/** One term on each line, after a colon what engines write instead: `Kubernetes: cuber netes`. */
export async function readVocabulary(file: string): Promise<VocabularyTermInput[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`There is no such file: ${file}`, { cause: error })
  })
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [term = '', spellings = ''] = line.split(/:(.*)/)
    const heard_as = spellings.split(',').map((one) => one.trim())
    return { term: term.trim(), heard_as: heard_as.filter((one) => one !== '') }
  })
}
