import { asFailure } from '../../api/failure.ts'
import { i18n } from '../../i18n/i18n.ts'

const helped = [
  'content_processing',
  'not_found',
  'transcript_not_ready',
  'insufficient_permissions',
] as const

/** Why an edit was not saved, and what to do about it. */
export function editFailure(error: unknown): string {
  const { code, status, message } = asFailure(error)
  if (status === 0) return i18n.t('transcripts:notSaved.silent')
  const known = helped.find((one) => one === code)
  return known
    ? i18n.t(`transcripts:notSaved.${known}`)
    : i18n.t('transcripts:notSaved.other', { cause: message })
}

const unfit = [
  'transcript_mismatch',
  'transcript_unreadable',
  'transcript_empty',
  'transcript_too_long',
] as const

/** Why a file did not become a version, and what to do about it. */
export function importFailure(error: unknown): string {
  const { code } = asFailure(error)
  const known = unfit.find((one) => one === code)
  return known ? i18n.t(`transcripts:notImported.${known}`) : editFailure(error)
}
