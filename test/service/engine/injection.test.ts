import { createSocket, Socket as DatagramSocket } from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import { attacks, expectHarmless, requestWith, secret } from './injection.ts'

const options = { signal: new AbortController().signal, onProgress: () => {} }
const opened: string[] = []

beforeEach(() => {
  opened.length = 0
  const refuse = (what: string) => () => {
    opened.push(what)
    throw new Error(`${what} was opened`)
  }
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(refuse('a socket'))
  vi.spyOn(DatagramSocket.prototype, 'send').mockImplementation(refuse('a datagram'))
  vi.spyOn(dns, 'lookup').mockImplementation(refuse('a name') as unknown as typeof dns.lookup)
  vi.spyOn(globalThis, 'fetch').mockImplementation(refuse('an address'))
})
afterEach(() => vi.restoreAllMocks())

test('there are fifty attacks, no two alike', () => {
  expect(new Set(attacks.map(({ text }) => text)).size).toBe(50)
})

test('the watch sees what is opened', () => {
  expect(() => net.connect(9, '127.0.0.1')).toThrow('was opened')
  expect(() => createSocket('udp4').send('x', 9, '127.0.0.1')).toThrow('was opened')
  expect(opened).toEqual(['a socket', 'a datagram'])
})

test('the built-in analyser obeys none of them', async () => {
  const writer = createExtractive()
  await writer.write(requestWith(secret), options)
  for (const attack of attacks) {
    expectHarmless(await writer.write(requestWith(attack.text), options), attack)
  }
  expect(opened).toEqual([])
})
