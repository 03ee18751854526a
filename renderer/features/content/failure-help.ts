import { i18n } from '../../i18n/i18n.ts'

const codes = [
  'no_audio_stream',
  'unsupported_media',
  'media_too_long',
  'transcript_unreadable',
  'transcript_empty',
  'transcript_too_long',
  'decode_failed',
  'out_of_memory',
  'model_missing',
  'language_unsupported',
  'engine_crashed',
  'engine_timeout',
  'quota_exceeded',
  'cancelled',
  'interrupted',
] as const

/** What a reader can do about a failed recording. */
export function failureHelp(code: string): string {
  const known = codes.find((one) => one === code)
  return known ? i18n.t(`content:help.${known}`) : i18n.t('content:help.other')
}
