import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepConnections, type KeptConnections } from '../../../../service/core/kept-connections.ts'
import { parseRanges } from '../../../../service/core/host-check.ts'
import { post, type AttemptOptions } from '../../../../service/features/webhooks/attempt.ts'
import type { CertificateKind } from '../../../support/certificates.ts'
import { startReceiver, type Behaviour, type Receiver } from '../../../support/receiver.ts'

let receiver: Receiver
let connections: KeptConnections
beforeAll(async () => {
  receiver = await startReceiver()
  connections = keepConnections([receiver.authority])
})
afterAll(async () => {
  await connections.close()
  await receiver.stop()
})

const deadlineMs = 500
const send = (url: string, options: Partial<AttemptOptions> = {}) =>
  post(
    { url, headers: { 'content-type': 'application/json' }, body: '{"id":"evt_1"}' },
    {
      allow: parseRanges(['127.0.0.1']),
      resolve: async () => ['127.0.0.1'],
      connections,
      deadlineMs,
      signal: new AbortController().signal,
      ...options,
    },
  )

test.each([200, 201, 202, 204, 299])('%i is a success', async (status) => {
  receiver.behave('/ok', { status })
  expect(await send(receiver.url('/ok'))).toMatchObject({ responseStatus: status, failure: null })
})

test.each([300, 301, 302, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503])(
  '%i is a failure with its status',
  async (status) => {
    receiver.behave('/bad', { status, headers: { location: receiver.url('/target') } })
    const outcome = await send(receiver.url('/bad'))
    expect(outcome).toMatchObject({ responseStatus: status, failure: { code: 'http_status' } })
    expect(receiver.requests.filter(({ path }) => path === '/target')).toHaveLength(0)
  },
)

const broken: [Behaviour, string, number | null][] = [
  ['hang', 'timeout', null],
  ['drip', 'timeout', 200],
  ['reset', 'connection_refused', null],
  ['cut-short', 'connection_refused', 200],
  ['huge-headers', 'http_status', null],
  ['not-http', 'http_status', null],
]
test.each(broken)('%s is recorded as %s within the deadline', async (behaviour, code, status) => {
  receiver.behave('/broken', behaviour)
  const startedAt = performance.now()
  const outcome = await send(receiver.url('/broken'))
  expect(performance.now() - startedAt).toBeLessThan(deadlineMs + 500)
  expect(outcome.failure?.code).toBe(code)
  expect(outcome.responseStatus).toBe(status)
})

const certificates: CertificateKind[] = ['expired', 'wrong-name', 'unknown-authority']
test.each(certificates)('a certificate that is %s fails before anything is sent', async (kind) => {
  const other = await startReceiver(kind)
  const outcome = await send(other.url())
  expect(outcome.failure?.code).toBe('tls_failed')
  expect(other.requests).toHaveLength(0)
  await other.stop()
})

test('without the test authority the certificate is not trusted', async () => {
  const outcome = await send(receiver.url(), { connections: keepConnections([]) })
  expect(outcome.failure?.code).toBe('tls_failed')
})

test('a port that stays silent is given up at the deadline, and its connection closed', async () => {
  const closed = Promise.withResolvers<void>()
  const silent = createServer((socket) => {
    socket.resume().on('error', () => {})
    socket.on('close', () => closed.resolve())
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo // it listens on TCP
  const startedAt = performance.now()
  expect((await send(`https://localhost:${port}/`)).failure?.code).toBe('timeout')
  expect(performance.now() - startedAt).toBeLessThan(deadlineMs + 300)
  await closed.promise
  await new Promise((resolve) => silent.close(resolve))
  expect((await send(`https://localhost:${port}/`)).failure?.code).toBe('connection_refused')
})

test('a look-up that hangs is given up at the deadline', async () => {
  const options = { resolve: () => new Promise<string[]>(() => {}) }
  expect((await send('https://hooks.example.com/', options)).failure?.code).toBe('timeout')
})

test('of a huge answer little is read and less is kept', async () => {
  receiver.behave('/huge', 'huge-body')
  const before = process.memoryUsage().rss
  const outcome = await send(receiver.url('/huge'), { deadlineMs: 10_000 })
  expect(outcome.failure).toBeNull()
  expect(outcome.preview).toBe('x'.repeat(1_024))
  // The rest are buffers of the two sockets on this machine.
  expect(receiver.bytesWritten).toBeLessThan(32 * 1_048_576)
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1_048_576)
})

test.each([
  ['text', Buffer.from('thanks'), 'thanks'],
  ['nothing', Buffer.alloc(0), null],
  ['a NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
  ['a letter cut in two', Buffer.from('x'.repeat(1_023) + 'é'), 'x'.repeat(1_023)],
])('the preview of %s is text that fits', async (_name, body, preview) => {
  receiver.behave('/preview', { status: 200, body })
  expect((await send(receiver.url('/preview'))).preview).toBe(preview)
})

test('random bytes give a preview of at most 1 KB', async () => {
  receiver.behave('/bytes', { status: 200, body: Buffer.alloc(5_000, 0xff) })
  const { preview } = await send(receiver.url('/bytes'))
  expect(Buffer.byteLength(preview ?? '')).toBeLessThanOrEqual(1_024)
})

test('a compressed answer is not unpacked', async () => {
  const body = Buffer.from('H4sIAAAAAAAAAw==', 'base64')
  receiver.behave('/gzip', { status: 200, headers: { 'content-encoding': 'gzip' }, body })
  expect((await send(receiver.url('/gzip'))).preview).toMatch('\u001F')
})

test('calling it off rejects, closes the connection and sends nothing more', async () => {
  receiver.behave('/off', 'hang')
  const controller = new AbortController()
  const sent = receiver.requests.length
  const outcome = send(receiver.url('/off'), { signal: controller.signal, deadlineMs: 60_000 })
  await receiver.received(sent + 1)
  controller.abort(new Error('called off'))
  await expect(outcome).rejects.toThrow('called off')
  const called = send(receiver.url('/off'), { signal: controller.signal })
  await expect(called).rejects.toThrow('called off')
  expect(receiver.requests).toHaveLength(sent + 1)
})
