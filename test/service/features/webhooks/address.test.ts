import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepConnections, type KeptConnections } from '../../../../service/core/kept-connections.ts'
import { parseRanges } from '../../../../service/core/host-check.ts'
import { post } from '../../../../service/features/webhooks/attempt.ts'
import { requireOpenTarget } from '../../../../service/core/open-target.ts'
import { startReceiver, type Receiver } from '../../../support/receiver.ts'

// Node tells this channel of every client socket in the process: nothing can connect unseen.
let connects = 0
const count = () => void connects++
let receiver: Receiver
let connections: KeptConnections
beforeAll(async () => {
  subscribe('net.client.socket', count)
  receiver = await startReceiver()
  connections = keepConnections([receiver.authority])
})
beforeEach(() => {
  connects = 0
})
afterAll(async () => {
  unsubscribe('net.client.socket', count)
  await connections.close()
  await receiver.stop()
})

// prettier-ignore
const hosts = [
  // this machine, in every spelling the URL parser takes
  '127.0.0.1', '127.0.0.2', '127.255.255.254', '127.1', '127.0.1', '2130706433', '0x7f000001',
  '0x7f.1', '0x7f.0.0.1', '017700000001', '0177.0.0.1', '127.0.0.1.', '１２７.0.0.1',
  '１２７．０．０．１', '①②⑦.0.0.1', '%31%32%37.0.0.1', '0', '0.0.0.0', '0.1.2.3', '[::1]', '[::]',
  '[0:0:0:0:0:0:0:1]', '[0000::0001]', 'localhost', 'LOCALHOST', 'localhost.', 'api.localhost',
  'a.b.localhost.', 'ⓛocalhost',
  // IPv4 wrapped in IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:10.0.0.1]', '[::ffff:169.254.169.254]',
  '[::127.0.0.1]', '[::7f00:1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:a00:1::1]',
  '[2001:0:7f00:1::]', '[2001::1]',
  // link-local and cloud metadata
  '169.254.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376',
  '169.254.170.2', '168.63.129.16', '100.100.100.200', '192.0.0.192', '[fe80::1]',
  '[fd00:ec2::254]',
  // private and shared networks
  '10.0.0.1', '10.255.255.255', '0xa.0.0.1', '167772161', '172.16.0.1', '172.31.255.255',
  '192.168.0.1', '192.168.1.254', '3232235777', '100.64.0.1', '100.127.255.255', '[fc00::1]',
  '[fd12:3456::1]', '[fec0::1]',
  // nobody's: documentation, benchmark, multicast, broadcast, reserved
  '192.0.2.1', '198.18.0.1', '198.51.100.7', '203.0.113.9', '192.88.99.1', '224.0.0.1',
  '239.255.255.250', '240.0.0.1', '255.255.255.255', '[ff02::1]', '[2001:db8::1]', '[100::1]',
  '[3fff::1]', '[5f00::1]', '[4000::1]', '[e000::1]',
]

const never = async (): Promise<string[]> => {
  throw new Error('ENOTFOUND')
}
const attempt = (url: string, resolve: (host: string) => Promise<string[]> = never) =>
  post(
    { url, headers: {}, body: '{}' },
    {
      allow: [],
      resolve,
      connections,
      deadlineMs: 5_000,
      signal: new AbortController().signal,
    },
  )
const check = (webhookAllow: string[], url: string) => requireOpenTarget({ webhookAllow }, url)
const save = (url: string, resolve: (host: string) => Promise<string[]> = never) =>
  requireOpenTarget({ webhookAllow: [] }, url, resolve)

test('the table covers at least 60 forms', () => {
  expect(new Set(hosts).size).toBeGreaterThanOrEqual(60)
})

test.each(hosts)('%s is refused when saved and when sent, without a connection', async (host) => {
  const url = `https://${host}:${receiver.port}/`
  await expect(save(url)).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ field: 'url', code: 'address_blocked' }],
  })
  expect((await attempt(url)).failure?.code).toBe('address_blocked')
  expect(connects).toBe(0)
})

const addresses = hosts
  .filter((host) => /^[[\d.]/.test(host))
  .map((host) => new URL(`https://${host}`).hostname.replace(/^\[|\]$/g, ''))

test('a name that leads to any of these addresses is refused as well', async () => {
  for (const address of addresses) {
    await expect(save('https://hooks.example.com/', async () => [address])).rejects.toMatchObject({
      details: [{ code: 'address_blocked' }],
    })
    const mixed = async () => ['8.8.8.8', address]
    const outcome = await attempt('https://hooks.example.com/', mixed)
    expect(outcome.failure?.code, address).toBe('address_blocked')
  }
  expect(connects).toBe(0)
})

test('a name that answers public when saved and private when sent reaches nothing', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  await save(receiver.url('/', 'hooks.example.com'), resolve)
  const outcome = await attempt(receiver.url('/', 'hooks.example.com'), resolve)
  expect(outcome.failure?.code).toBe('address_blocked')
  expect(connects).toBe(0)
})

test('the connection goes to the checked address: a name is looked up once per attempt', async () => {
  let lookups = 0
  const resolve = async () => (lookups++ === 0 ? ['127.0.0.1'] : ['8.8.8.8'])
  const outcome = await post(
    { url: receiver.url('/pinned', 'hooks.example.com'), headers: {}, body: '{}' },
    {
      allow: parseRanges(['127.0.0.1']),
      resolve,
      connections,
      deadlineMs: 5_000,
      signal: new AbortController().signal,
    },
  )
  expect(outcome).toMatchObject({ responseStatus: 200, failure: null })
  expect(lookups).toBe(1)
  const request = receiver.requests.find(({ path }) => path === '/pinned')
  expect(request?.headers['host']).toBe(`hooks.example.com:${receiver.port}`)
})

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to an inner address is not followed',
  async (status) => {
    const inner = await startReceiver()
    receiver.behave('/moved', { status, headers: { location: inner.url('/inner') } })
    const outcome = await post(
      { url: receiver.url('/moved'), headers: {}, body: '{}' },
      {
        allow: parseRanges(['127.0.0.1']),
        resolve: never,
        connections,
        deadlineMs: 5_000,
        signal: new AbortController().signal,
      },
    )
    expect(outcome).toMatchObject({ responseStatus: status, failure: { code: 'http_status' } })
    expect(inner.connections).toBe(0)
    await inner.stop()
  },
)

test.each([
  ['http://hooks.example.com/', 'https_required'],
  ['ftp://hooks.example.com/', 'https_required'],
  ['file:///etc/passwd', 'https_required'],
  ['https://user:pass@hooks.example.com/', 'credentials_not_allowed'],
  ['https://user@hooks.example.com/', 'credentials_not_allowed'],
  ['https://hooks.example.com:22/', 'port_not_allowed'],
  ['https://hooks.example.com:80/', 'port_not_allowed'],
  ['https://hooks.example.com:1023/', 'port_not_allowed'],
  ['https://', 'invalid'],
  ['hooks.example.com', 'invalid'],
  ['https://1.2.3.4.5/', 'invalid'],
  ['https://[fe80::1%25eth0]/', 'invalid'],
])('%s is refused as %s', async (url, code) => {
  await expect(save(url, async () => ['8.8.8.8'])).rejects.toMatchObject({
    code: 'validation_error',
    details: [{ field: 'url', code }],
  })
})

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '64.233.160.1'])(
  'the public address %s is accepted',
  async (address) => {
    await save('https://hooks.example.com/', async () => [address])
    await save(`https://${address.includes(':') ? `[${address}]` : address}:8443/`)
  },
)

test('a name without an address is accepted when saved, and fails when sent', async () => {
  await save('https://nowhere.example.com/', never)
  expect((await attempt('https://nowhere.example.com/', never)).failure?.code).toBe('dns_failed')
})

test('what the owner allows is reachable, but cloud metadata never', async () => {
  await check(['127.0.0.1'], 'https://localhost:8443/')
  await check(['10.0.0.0/8'], 'https://10.1.2.3/')
  await check(['::ffff:10.0.0.1'], 'https://10.0.0.1/')
  await check(['fd00::/8'], 'https://[fd12::1]/')
  await expect(check(['10.0.0.0/8'], 'https://192.168.0.1/')).rejects.toThrow('private network')
  await expect(check(['0.0.0.0/0'], 'https://169.254.169.254/')).rejects.toThrow('private network')
  await expect(check(['::/0'], 'https://127.0.0.1/')).rejects.toThrow('private network')
  expect(() => parseRanges(['127.0.0.1', 'localhost'])).toThrow('localhost')
})
