import type { ErrorDetail } from 'earshot/client'
import { failures } from '../i18n/en/failures.ts'
import { i18n } from '../i18n/i18n.ts'

export type Told = { message: string; details: readonly ErrorDetail[] }
type Code = keyof typeof failures.codes
type FieldCode = keyof typeof failures.fields

/**
 * Puts a failure into the page's language. The service writes English and names specifics, so
 * English pages show its own message. Other languages have a sentence for each code, and fall back
 * to the service's message for unknown codes.
 */
export function inWords({ code, message, details }: Told & { code: string }): Told {
  if (isEnglish()) return { message: message || codeWords(code, message), details }
  const told = details.map((detail) => ({ ...detail, message: fieldWords(detail) }))
  const [first] = told
  const isOfField = code === 'validation_error' && first
  return {
    message: isOfField ? i18n.t('failures:atField', { ...first }) : codeWords(code, message),
    details: details.length > 0 ? told : details,
  }
}

// Before a language has been chosen there are no texts, so use the service's message.
const isEnglish = (): boolean => (i18n.language ?? 'en').startsWith('en')

const codeWords = (code: string, other: string): string =>
  isCode(code) ? i18n.t(`failures:codes.${code}`) : other

function fieldWords({ code, message }: ErrorDetail): string {
  if (code === 'invalid') return ruleWords(message)
  // The position in a schema: the form shows the message at that field.
  const [pointer = ''] = /^At \/\S*: /.exec(message) ?? []
  return isFieldCode(code) ? `${pointer}${i18n.t(`failures:fields.${code}`)}` : message
}

/** The message for a value that breaks one of its schema's rules, chosen by the rule. */
function ruleWords(message: string): string {
  const count = Number(/\d+/.exec(message)?.[0] ?? 0)
  if (/not be empty/.test(message)) return i18n.t('failures:rules.empty')
  if (/not be blank/.test(message)) return i18n.t('failures:rules.blank')
  if (/can be seen/.test(message)) return i18n.t('failures:rules.visible')
  if (/at least \d+ char/.test(message)) return i18n.t('failures:rules.tooShort', { count })
  if (/at most \d+ char/.test(message)) return i18n.t('failures:rules.tooLong', { count })
  if (/at least \d+ item/.test(message)) return i18n.t('failures:rules.tooFew', { count })
  if (/at most \d+ item/.test(message)) return i18n.t('failures:rules.tooMany', { count })
  if (/be at least /.test(message)) return i18n.t('failures:rules.atLeast', { limit: count })
  if (/be at most /.test(message)) return i18n.t('failures:rules.atMost', { limit: count })
  if (/email address/.test(message)) return i18n.t('failures:rules.email')
  if (/ISO 8601/.test(message)) return i18n.t('failures:rules.time')
  if (/must be an? (integer|number)/.test(message)) return i18n.t('failures:rules.number')
  if (/must be one of/.test(message)) return i18n.t('failures:rules.choice')
  return i18n.t('failures:fields.invalid')
}

const isCode = (code: string): code is Code => Object.hasOwn(failures.codes, code)
const isFieldCode = (code: string): code is FieldCode => Object.hasOwn(failures.fields, code)
