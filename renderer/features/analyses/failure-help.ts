import { i18n } from '../../i18n/i18n.ts'

const codes = [
  'model_missing',
  'model_server_failed',
  'schema_not_satisfied',
  'out_of_memory',
  'engine_timeout',
  'engine_crashed',
  'cancelled',
] as const

/** What a reader can do about a failed analysis. */
export function failureHelp(code: string): string {
  const known = codes.find((one) => one === code)
  return i18n.t(`analyses:help.${known ?? 'other'}`)
}
