import { Webhook as Signer } from 'standardwebhooks'
import { explainMismatch, type Sent } from './explain-mismatch.ts'
import type { Finding } from './finding.ts'

type StepName = 'headers' | 'secret' | 'time' | 'signature'
export type Step = { name: StepName; state: 'ok' | 'bad' | 'open'; findings: Finding[] }
export type Report = { verdict: 'verified' | 'late' | 'refused' | 'incomplete'; steps: Step[] }

export type Pasted = { headers: string; body: string; secret: string }
/** What this Earshot knows about the request; empty if another one sent it. */
export type Known = { sent: readonly Sent[]; endpoints: readonly Endpoint[]; now: Date }
type Endpoint = { url: string; secret_hint: string }

const toleranceSeconds = 5 * 60 // like the client and every Standard Webhooks library
const leastSecretBytes = 24

/** Verifies a request as a receiver must, and explains what is wrong with each part. */
export function checkDelivery(pasted: Pasted, known: Known): Report {
  const headers = readHeaders(pasted.headers)
  const secret = pasted.secret.trim()
  const steps: Step[] = [
    checkHeaders(headers),
    checkSecret(secret, known.endpoints),
    checkTime(headers['webhook-timestamp'], known.now),
  ]
  const isComplete = steps.every(({ name, state }) => name === 'time' || state === 'ok')
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '' } = headers
  const canSign = isComplete && /^\d+$/.test(time) && pasted.body !== ''
  const signature = canSign
    ? checkSignature({ id, time, signature: headers['webhook-signature'] ?? '' }, secret, {
        body: pasted.body,
        known,
      })
    : step('signature', 'open', { code: 'signature_waits' })
  return { verdict: verdictOf([...steps, signature]), steps: [...steps, signature] }
}

function verdictOf(steps: readonly Step[]): Report['verdict'] {
  const bad = steps.filter(({ state }) => state === 'bad').map(({ name }) => name)
  if (steps.some(({ name, state }) => name === 'signature' && state === 'ok')) {
    return bad.length > 0 ? 'late' : 'verified'
  }
  return bad.includes('signature') ? 'refused' : 'incomplete'
}

const step = (name: StepName, state: Step['state'], ...findings: Finding[]): Step => ({
  name,
  state,
  findings,
})

function checkHeaders(headers: Partial<Record<HeaderName, string>>): Step {
  const missing = headerNames.filter((name) => !headers[name])
  if (missing.length === headerNames.length) {
    return step('headers', 'open', {
      code: 'headers_missing',
      values: { names: missing.join(', ') },
    })
  }
  return missing.length > 0
    ? step('headers', 'bad', { code: 'headers_missing', values: { names: missing.join(', ') } })
    : step('headers', 'ok', { code: 'headers_there' })
}

function checkSecret(secret: string, endpoints: readonly Endpoint[]): Step {
  if (secret === '') return step('secret', 'open', { code: 'secret_missing' })
  if (/^[ps]k_live_/.test(secret)) return step('secret', 'bad', { code: 'secret_is_key' })
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (bytes === null) return step('secret', 'bad', { code: 'secret_not_base64' })
  if (bytes < leastSecretBytes) return step('secret', 'bad', { code: 'secret_short' })
  const owner = endpoints.find(({ secret_hint: hint }) => secret.endsWith(hint))
  return owner
    ? step('secret', 'ok', { code: 'secret_of', values: { url: owner.url } })
    : step('secret', 'ok', { code: 'secret_form' })
}

/** The number of bytes a text encodes; null if it is not base64. */
function decodeBase64(text: string): number | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) return null
  return atob(text).length
}

function checkTime(header: string | undefined, now: Date): Step {
  if (header === undefined) return step('time', 'open', { code: 'signature_waits' })
  if (!/^\d+$/.test(header)) return step('time', 'bad', { code: 'time_no_number' })
  if (header.length >= 13) return step('time', 'bad', { code: 'time_milliseconds' })
  const seconds = Math.floor(now.getTime() / 1_000) - Number(header)
  const time = new Date(Number(header) * 1_000).toISOString()
  if (seconds > toleranceSeconds) return step('time', 'bad', { code: 'time_old', values: { time } })
  if (seconds < -toleranceSeconds) {
    return step('time', 'bad', { code: 'time_new', values: { time } })
  }
  return step('time', 'ok', { code: 'time_right', values: { seconds: Math.max(0, seconds) } })
}

type Head = { id: string; time: string; signature: string }

function checkSignature(
  { id, time, signature }: Head,
  secret: string,
  { body, known }: { body: string; known: Known },
): Step {
  const given = signature.split(/\s+/).filter((one) => one.startsWith('v1,'))
  if (given.length === 0) return step('signature', 'bad', { code: 'signature_no_v1' })
  const signer = new Signer(secret)
  const sentAt = new Date(Number(time) * 1_000)
  const place = (text: string) => given.indexOf(signer.sign(id, sentAt, text))
  const found = place(body)
  if (found === -1) {
    const findings = explainMismatch({
      ...{ body, id, secret, sent: known.sent, endpoints: known.endpoints },
      fits: (text) => place(text) !== -1,
    })
    return step('signature', 'bad', ...findings)
  }
  return given.length > 1
    ? step('signature', 'ok', {
        code: 'signature_second',
        values: { number: found + 1, count: given.length },
      })
    : step('signature', 'ok', { code: 'signature_right' })
}

/** The three headers of Standard Webhooks; no others identify the sender. */
const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
type HeaderName = (typeof headerNames)[number]

// A name, whatever separates it from its value, and the value up to the next quote or line end.
const pattern = /webhook[-_](id|timestamp|signature)["']?\s*(?::|=>|=|,)\s*[["']*([^"'\r\n\]]+)/gi

/**
 * Reads the headers from pasted text in any form: lines of a request, JSON, a program's output. The
 * first occurrence of a header wins.
 */
export function readHeaders(text: string): Partial<Record<HeaderName, string>> {
  const found: Partial<Record<HeaderName, string>> = {}
  for (const [, part = '', value = ''] of text.matchAll(pattern)) {
    const name = headerNames.find((one) => one === `webhook-${part.toLowerCase()}`)
    if (name) found[name] ??= value.replace(/[\s,}]+$/, '')
  }
  return found
}
