import type { ContentItem } from 'earshot/client'
import { i18n } from '../../i18n/i18n.ts'

const codes = [
  'no_audio_stream',
  'unsupported_media',
  'media_too_long',
  'transcript_unreadable',
  'transcript_empty',
  'transcript_too_long',
  'decode_failed',
  'media_damaged',
  'media_missing',
  'out_of_memory',
  'model_missing',
  'language_unsupported',
  'engine_crashed',
  'engine_timeout',
  'quota_exceeded',
  'cancelled',
  'interrupted',
] as const

/** Failures of an import after which its file can be read again; after others it takes another file. */
const passing: readonly string[] = ['cancelled', 'interrupted']

/** Failures of the file itself: it stays as it is, however often it is transcribed. */
const lasting: readonly string[] = [
  'no_audio_stream',
  'unsupported_media',
  'media_too_long',
  'decode_failed',
]

/** Whether the same file may be transcribed after such a failure. */
export const mayHelpAgain = (code: string): boolean => !lasting.includes(code)

/** What a reader can do about a failed recording. */
export function failureHelp(code: string, source: ContentItem['source']): string {
  const known = codes.find((one) => one === code)
  if (source === 'import' && (!known || passing.includes(known))) {
    return i18n.t('content:help.readAgain')
  }
  return known ? i18n.t(`content:help.${known}`) : i18n.t('content:help.other')
}
