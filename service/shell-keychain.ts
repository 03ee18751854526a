/** The system's keychain, which a service inside the desktop app reaches through its shell. */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Keychain } from './encryption/library-key.ts'

/** What the service asks of its shell; main/keychain.ts checks it again. `bytes` is base64. */
export type KeychainRequest = {
  type: 'keychain.seal' | 'keychain.open'
  id: number
  bytes: string
}

/** The answer; null where the keychain could not do it. */
export const KeychainReport = Type.Object({
  type: Type.Literal('keychain.done'),
  id: Type.Integer(),
  bytes: Type.Union([Type.String(), Type.Null()]),
})

type Port = {
  postMessage: (message: KeychainRequest) => void
  on: (event: 'message', listener: (event: { data: unknown }) => void) => void
}

/** Null where no shell started this process, or its system has no keychain. */
export function keychainByShell(
  self: object,
  { shellHasKeychain }: { shellHasKeychain: boolean },
): Keychain | null {
  const port: unknown = Reflect.get(self, 'parentPort')
  if (!shellHasKeychain || !isPort(port)) return null
  const waiting = new Map<number, (bytes: Buffer | null) => void>()
  let nextId = 1
  port.on('message', ({ data }) => {
    if (!Value.Check(KeychainReport, data)) return
    waiting.get(data.id)?.(data.bytes === null ? null : Buffer.from(data.bytes, 'base64'))
    waiting.delete(data.id)
  })
  const ask = (type: KeychainRequest['type'], bytes: Buffer): Promise<Buffer | null> => {
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Buffer | null>()
    waiting.set(id, resolve)
    port.postMessage({ type, id, bytes: bytes.toString('base64') })
    return promise
  }
  return {
    seal: async (secret) => {
      const sealed = await ask('keychain.seal', secret)
      if (!sealed) throw new Error('The keychain of the system could not keep the key.')
      return sealed
    },
    open: (sealed) => ask('keychain.open', sealed),
  }
}

const isPort = (value: unknown): value is Port =>
  typeof value === 'object' &&
  value !== null &&
  'postMessage' in value &&
  typeof value.postMessage === 'function' &&
  'on' in value &&
  typeof value.on === 'function'
