import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseRanges } from '../../../service/core/host-check.ts'
import { keepConnections, type KeptConnections } from '../../../service/core/kept-connections.ts'
import { post } from '../../../service/features/webhooks/attempt.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'

let receiver: Receiver
let connections: KeptConnections
beforeEach(async () => {
  receiver = await startReceiver()
  connections = keepConnections([receiver.authority])
})
afterEach(async () => {
  await connections.close()
  await receiver.stop()
})

const send = (url: string, resolve = async () => ['127.0.0.1']) =>
  post(
    { url, headers: {}, body: '{}' },
    {
      allow: parseRanges(['127.0.0.1', '::1']),
      resolve,
      connections,
      deadlineMs: 20_000,
      signal: new AbortController().signal,
    },
  )
const count = (path: string) => receiver.requests.filter((request) => request.path === path).length

test('requests that follow each other take one connection, those at the same time one each', async () => {
  for (let at = 0; at < 5; at += 1)
    expect(await send(receiver.url())).toMatchObject({ failure: null })
  expect(receiver.connections).toBe(1)
  await Promise.all([send(receiver.url()), send(receiver.url()), send(receiver.url())])
  expect(receiver.connections).toBe(3)
})

test('a kept connection is not used where its address is no longer that of the host', async () => {
  const url = receiver.url('/moved', 'hooks.example.com')
  expect(await send(url)).toMatchObject({ failure: null })
  expect(await send(url, async () => ['::1'])).toMatchObject({
    failure: { code: 'connection_refused' },
  })
  expect(await send(url, async () => ['10.0.0.1'])).toMatchObject({
    failure: { code: 'address_blocked' },
  })
  expect(count('/moved')).toBe(1)
})

test('what breaks off on a kept connection goes out once more on a new one, and no further', async () => {
  receiver.behave('/reset', 'reset')
  expect(await send(receiver.url('/reset'))).toMatchObject({
    failure: { code: 'connection_refused' },
  })
  expect(count('/reset')).toBe(1)
  expect(await send(receiver.url('/kept'))).toMatchObject({ failure: null })
  expect(await send(receiver.url('/reset'))).toMatchObject({
    failure: { code: 'connection_refused' },
    responseStatus: null,
  })
  expect(count('/reset')).toBe(3)
  // An answer has begun: it counts, however it ends.
  receiver.behave('/cut', 'cut-short')
  expect(await send(receiver.url('/kept'))).toMatchObject({ failure: null })
  expect(await send(receiver.url('/cut'))).toMatchObject({ failure: {}, responseStatus: 200 })
  expect(count('/cut')).toBe(1)
})

test('a receiver that closes each connection after its answer gets each request on a new one', async () => {
  const server = createServer({ ...(await makeCertificate('good')), keepAlive: false })
  let [requests, sockets] = [0, 0]
  server.on('secureConnection', () => (sockets += 1))
  server.on('request', (_request, response) => {
    requests += 1
    response.writeHead(200, { connection: 'close' }).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  for (let at = 0; at < 3; at += 1)
    expect(await send(`https://localhost:${port}/`)).toMatchObject({ failure: null })
  expect([requests, sockets]).toEqual([3, 3])
  server.close()
})
