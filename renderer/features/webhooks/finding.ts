import type { webhooks } from '../../i18n/en/webhooks.ts'

/** A sentence of `webhooks:check.findings`, and what is put into it. */
export type Finding = {
  code: keyof typeof webhooks.check.findings
  values?: { readonly [Name in Hole]?: string | number }
}
type Hole =
  | 'names'
  | 'url'
  | 'hint'
  | 'seconds'
  | 'time'
  | 'number'
  | 'count'
  | 'position'
  | 'sent'
  | 'pasted'
  | 'more'
  | 'header'
  | 'body'
