import { randomUUID } from 'node:crypto'
import type { Keychain } from '../../service/encryption/library-key.ts'

/** A system's keychain that keeps what it seals for as long as it lives. */
export function memoryKeychain(): Keychain & { empty: () => void } {
  const kept = new Map<string, Buffer>()
  return {
    seal: async (secret) => {
      const name = randomUUID()
      kept.set(name, Buffer.from(secret))
      return Buffer.from(name)
    },
    open: async (sealed) => kept.get(String(sealed)) ?? null,
    empty: () => kept.clear(),
  }
}
