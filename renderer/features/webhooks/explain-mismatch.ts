import { isRecord } from '../../ui/is-record.ts'
import { holdSame, looksWrittenAgain, parseJson, variantsOf } from './body-variants.ts'
import type { Finding } from './finding.ts'

/** The body that this Earshot sent to an endpoint; kept for 30 days. */
export type Sent = {
  body: string
  /** The size of what was sent where that held more than `body`: a result, which is not kept. */
  bytesWithResult: number | null
  url: string
  secret_hint: string
}

type Mismatch = {
  body: string
  /** The id from the header. */
  id: string
  secret: string
  sent: readonly Sent[]
  endpoints: readonly { secret_hint: string }[]
  /** Whether the received signature matches this text. */
  fits: (text: string) => boolean
}

const shownLetters = 16

/** Why a signature does not match: provable causes first, then likely ones. */
export function explainMismatch(found: Mismatch): Finding[] {
  const variant = variantsOf(found.body).find(({ body }) => found.fits(body))
  if (variant) return [{ code: variant.code }]
  const { body, id, secret } = found
  const sent = found.sent.filter(({ bytesWithResult: bytes }) => bytes === null)
  const own = sent.find(({ secret_hint: hint }) => secret.endsWith(hint))
  const signed = sent.find((one) => found.fits(one.body))
  if (signed) return [differenceOf(signed.body, body)]
  const same = sent.find((one) => one.body === body)
  if (same && own) return [{ code: 'head_other' }]
  if (same) {
    return [{ code: 'secret_other', values: { url: same.url, hint: same.secret_hint } }]
  }
  return [...whatIsOdd(body, id, sent), ...whatIsNotKept(found), ...whoseSecret(found)]
}

/** A result that was sent cannot be compared with what arrived, but for its size. */
function whatIsNotKept({ body, sent }: Mismatch): Finding[] {
  const bytes = sent.find((one) => one.bytesWithResult !== null)?.bytesWithResult
  if (!bytes) return []
  const pasted = new TextEncoder().encode(body).length
  return [{ code: 'result_not_kept', values: { sent: bytes, pasted } }]
}

/** What looks wrong with a body when there is nothing to compare it with. */
function whatIsOdd(body: string, id: string, sent: readonly Sent[]): Finding[] {
  const event = parseJson(body)
  if (!isRecord(event)) return [{ code: 'body_no_json' }]
  const { id: inside } = event
  if (typeof inside === 'string' && inside !== id) {
    return [{ code: 'ids_differ', values: { header: id, body: inside } }]
  }
  const [first] = sent
  if (first) return [differenceOf(first.body, body)]
  return looksWrittenAgain(body) ? [{ code: 'body_looks_rewritten' }] : []
}

function whoseSecret({ secret, endpoints, sent }: Mismatch): Finding[] {
  const isKnown = endpoints.some(({ secret_hint: hint }) => secret.endsWith(hint))
  // There is nothing to compare a result with.
  if (isKnown && sent.some(({ bytesWithResult: bytes }) => bytes !== null)) return []
  return isKnown
    ? [{ code: 'nothing_fits' }]
    : [{ code: 'secret_of_none', values: { hint: secret.slice(-4) } }]
}

/** Where the received text first differs from the text that was sent. */
function differenceOf(sent: string, pasted: string): Finding {
  if (holdSame(sent, pasted)) {
    return { code: looksWrittenAgain(pasted) ? 'body_written_again' : 'body_reordered' }
  }
  if (sent.startsWith(pasted)) {
    return { code: 'body_cut', values: { pasted: pasted.length, sent: sent.length } }
  }
  if (pasted.startsWith(sent)) {
    return { code: 'body_longer', values: { more: pasted.length - sent.length } }
  }
  let at = 0
  while (sent[at] === pasted[at]) at++
  const shown = (text: string) => text.slice(at, at + shownLetters)
  return {
    code: 'body_changed',
    values: { position: at + 1, sent: shown(sent), pasted: shown(pasted) },
  }
}
