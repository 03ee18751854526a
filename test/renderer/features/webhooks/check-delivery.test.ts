import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  checkDelivery,
  readHeaders,
  type Pasted,
} from '../../../../renderer/features/webhooks/check-delivery.ts'

const now = new Date('2026-11-22T09:30:00.000Z')
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const other = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`
const event = {
  id: 'evt_1',
  event: 'project.created',
  api_version: '2026-11-21',
  created_at: now.toISOString(),
  organization_id: 'org_1',
  project_id: 'proj_1',
  data: { project_id: 'proj_1', name: 'Größe 7' },
  links: { api: 'http://127.0.0.1:4777/v1/projects/proj_1' },
}
const body = JSON.stringify(event)

type Signing = { at?: Date; body?: string; secrets?: string[] }
const headersOf = ({ at = now, body: text = body, secrets = [secret] }: Signing = {}) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((one) => new Webhook(one).sign('evt_1', at, text)).join(' '),
})
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
const unknown = { sent: [], endpoints: [], now }
const endpoint = { url: 'https://a.example/hook', secret_hint: secret.slice(-4) }
const kept = { sent: [{ ...endpoint, body, bytesWithResult: null }], endpoints: [endpoint], now }

const check = (
  change: Partial<Pasted> = {},
  known: Parameters<typeof checkDelivery>[1] = unknown,
) => checkDelivery({ headers: lines(headersOf()), body, secret, ...change }, known)
const codesOf = (report: ReturnType<typeof checkDelivery>, name: string) =>
  report.steps.find((step) => step.name === name)?.findings.map(({ code }) => code)

test('a request as it came is verified, and the secret named by its webhook', () => {
  expect(check().verdict).toBe('verified')
  expect(codesOf(check({}, kept), 'secret')).toEqual(['secret_of'])
})

test('headers are read however they were printed', () => {
  const given = headersOf()
  const printed = [
    lines(given),
    `POST /hook HTTP/1.1\r\nHost: a.example\r\n${lines(given).replaceAll('\n', '\r\n')}\r\n`,
    lines(given).replaceAll('webhook-', 'Webhook-'),
    JSON.stringify(given),
    JSON.stringify(given, null, 2),
    JSON.stringify({ ...given, 'webhook-timestamp': Number(given['webhook-timestamp']) }),
    JSON.stringify(Object.entries(given).flat()),
    `{'Webhook-Id': '${given['webhook-id']}', 'Webhook-Timestamp': '${given['webhook-timestamp']}', 'Webhook-Signature': '${given['webhook-signature']}'}`,
    Object.entries(given)
      .map(([name, value]) => `-H '${name}: ${value}' \\`)
      .join('\n'),
  ]
  for (const text of printed) expect(readHeaders(text), text).toEqual(given)
})

test('what is missing is named; nothing at all is only not there yet', () => {
  const { 'webhook-id': _id, ...rest } = headersOf()
  const report = check({ headers: lines(rest) })
  expect(report.verdict).toBe('incomplete')
  expect(report.steps[0]).toMatchObject({
    state: 'bad',
    findings: [{ values: { names: 'webhook-id' } }],
  })
  expect(check({ headers: '', body: '', secret: '' }).steps.map(({ state }) => state)).toEqual([
    'open',
    'open',
    'open',
    'open',
  ])
})

test('a wrong secret is told by its form', () => {
  expect(codesOf(check({ secret: 'sk_live_abc' }), 'secret')).toEqual(['secret_is_key'])
  expect(codesOf(check({ secret: secret.slice(0, -3) }), 'secret')).toEqual(['secret_not_base64'])
  expect(codesOf(check({ secret: 'whsec_YWJj' }), 'secret')).toEqual(['secret_short'])
})

test('the time of a request is judged beside its signature', () => {
  const at = (ms: number) =>
    check({ headers: lines(headersOf({ at: new Date(now.getTime() + ms) })) })
  expect(at(-299_000).verdict).toBe('verified')
  expect(at(-301_000)).toMatchObject({ verdict: 'late' })
  expect(codesOf(at(-301_000), 'time')).toEqual(['time_old'])
  expect(codesOf(at(302_000), 'time')).toEqual(['time_new'])
  const inMs = headersOf()
  inMs['webhook-timestamp'] += '000'
  expect(codesOf(check({ headers: lines(inMs) }), 'time')).toEqual(['time_milliseconds'])
})

test('while a secret is rotated the one of two signatures that fits is named', () => {
  const headers = lines(headersOf({ secrets: [other, secret] }))
  expect(check({ headers }).steps[3]?.findings).toEqual([
    { code: 'signature_second', values: { number: 2, count: 2 } },
  ])
})

const { id, data, ...middle } = event
test.each([
  ['body_newline', `${body}\n`],
  ['body_blanks', `  ${body} `],
  ['body_written_again', JSON.stringify(event, null, 2)],
  ['body_written_again', body.replace('ö', '\\u00f6').replaceAll('/', '\\/')],
  ['body_reordered', JSON.stringify({ data, ...middle, id })],
  ['body_quoted', JSON.stringify(body)],
  ['body_base64', Buffer.from(body).toString('base64')],
])('%s is proved by the signature', (code, pasted) => {
  const report = check({ body: pasted })
  expect(report.verdict).toBe('refused')
  expect(codesOf(report, 'signature')).toEqual([code])
})

test('against what was sent the first changed character is shown', () => {
  const changed = check({ body: body.replace('Größe 7', 'Größe 8') }, kept)
  const position = body.indexOf('7"') + 1
  expect(changed.steps[3]?.findings).toMatchObject([
    { code: 'body_changed', values: { position, sent: expect.stringMatching(/^7/) } },
  ])
  expect(codesOf(check({ body: body.slice(0, 40) }, kept), 'signature')).toEqual(['body_cut'])
  expect(codesOf(check({ body: `${body}x` }, kept), 'signature')).toEqual(['body_longer'])
})

test('a body that had a result is compared by its size only, since the result is not kept', () => {
  const known = { ...kept, sent: [{ ...endpoint, body: '{}', bytesWithResult: 70 }] }
  expect(check({}, known).verdict).toBe('verified')
  const pasted = body.slice(0, 30)
  expect(check({ body: pasted }, known).steps[3]?.findings).toEqual([
    { code: 'body_no_json' },
    { code: 'result_not_kept', values: { sent: 70, pasted: Buffer.byteLength(pasted) } },
  ])
  expect(
    codesOf(check({ body: body.replace('7', '8'), secret: other }, known), 'signature'),
  ).toEqual(['result_not_kept', 'secret_of_none'])
})

test('a secret of another webhook is told from a changed body', () => {
  expect(codesOf(check({ secret: other }, kept), 'signature')).toEqual(['secret_other'])
  expect(codesOf(check({ secret: other }), 'signature')).toEqual(['secret_of_none'])
  const headers = lines({ ...headersOf(), 'webhook-timestamp': String(now.getTime() / 1_000 - 9) })
  expect(codesOf(check({ headers }, kept), 'signature')).toEqual(['head_other'])
})

test('without anything to compare with, what is odd is said', () => {
  const codes = (change: Partial<Pasted>) =>
    codesOf(check(change, { ...unknown, endpoints: [endpoint] }), 'signature')
  expect(codes({ body: body.replace('evt_1', 'evt_2') })).toEqual(['ids_differ', 'nothing_fits'])
  expect(codes({ body: body.slice(0, 30) })).toEqual(['body_no_json', 'nothing_fits'])
  expect(codes({ body: JSON.stringify({ ...event, data: 1 }, null, 1) })).toEqual([
    'body_looks_rewritten',
    'nothing_fits',
  ])
  expect(codes({ headers: lines({ ...headersOf(), 'webhook-signature': 'v2,abc' }) })).toEqual([
    'signature_no_v1',
  ])
})
