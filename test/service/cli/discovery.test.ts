import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSession } from '../../../service/cli/discovery.ts'
import { randomToken, sessionProof } from '../../../service/core/secrets.ts'

// Files that a killed service left: another program has the number of its process, and its port.

const token = randomToken()
let dataDir = ''
let stranger: Server
let baseUrl = ''
/** All that the stranger was sent. */
let received = ''
let answer: (url: URL) => string = () => ''

beforeEach(async () => {
  received = ''
  stranger = createServer((request, response) => {
    received += [request.url, ...request.rawHeaders].join('\n')
    response.end(answer(new URL(request.url ?? '/', baseUrl)))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => stranger.once('listening', resolve))
  baseUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-discovery-'))
  const file = { base_url: baseUrl, pid: process.pid, version: '1', started_at: '' }
  await writeFile(path.join(dataDir, 'service.json'), JSON.stringify(file))
  await writeFile(path.join(dataDir, 'session-token'), token)
})
afterEach(async () => {
  await new Promise((resolve) => stranger.close(resolve))
  await rm(dataDir, { recursive: true, force: true })
})

const proof = (url: URL, with_: { key?: string; address?: string } = {}) =>
  sessionProof(with_.key ?? token, {
    baseUrl: with_.address ?? baseUrl,
    nonce: url.searchParams.get('nonce') ?? '',
  })

test.each([
  ['nothing', () => ''],
  ['what it was sent', (url: URL) => url.searchParams.get('nonce') ?? ''],
  ['a proof by another key', (url: URL) => proof(url, { key: randomToken() })],
  ['a proof of another address', (url: URL) => proof(url, { address: 'http://127.0.0.1:1' })],
])('a stranger that answers %s is no service, and receives no key', async (_case, answers) => {
  answer = answers
  expect(await findSession(dataDir)).toBeNull()
  expect(received).toContain('/session-proof')
  expect(received).not.toContain(token)
})

test('who proves to hold the key is the service', async () => {
  answer = (url) => proof(url)
  expect(await findSession(dataDir)).toMatchObject({ token, service: { base_url: baseUrl } })
  expect(received).not.toContain(token)
})
