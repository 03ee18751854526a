import type { webhooks } from '../../i18n/en/webhooks.ts'

/** A sentence of `webhooks:check.findings`, and its values. */
export type Finding = {
  code: keyof typeof webhooks.check.findings
  values?: Partial<FindingValues>
}

export type FindingValues = {
  names: string
  url: string
  hint: string
  header: string
  body: string
  /** ISO 8601. */
  time: string
  seconds: number
  number: number
  count: number
  position: number
  more: number
  sent: string | number
  pasted: string | number
}
