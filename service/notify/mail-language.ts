import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import { Type, type Static } from 'typebox'

/** The languages in which mails are written: those of the page. */
const languages = ['en', 'de'] as const

/** In the payload of a job that mails; older jobs have none, and are in English. */
export const MailLanguage = Type.Optional(Type.Union([Type.Literal('en'), Type.Literal('de')]))
export type MailLanguage = Static<typeof MailLanguage>

/** Of who asks for a mail: the page says which language it is in, browsers which they are set to. */
export function mailLanguageOf(request: { headers: IncomingHttpHeaders }): MailLanguage {
  const preferred = new Negotiator(request).language([...languages])
  return languages.find((one) => one === preferred) ?? 'en'
}

/** The same of a page, which names its own; null where none is named, as by a program. */
export const pageLanguageOf = (request: { headers: IncomingHttpHeaders }): MailLanguage | null =>
  /\b(?:en|de)\b/i.test(request.headers['accept-language'] ?? '') ? mailLanguageOf(request) : null
