import { randomBytes, scrypt } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { seal, unseal } from '../core/secrets.ts'

/** A key that a passphrase opens. */
export const PassphraseSealed = Type.Object({
  kdf: Type.Literal('scrypt'),
  /** Bounded, because it may come with a stranger's file and costs 1 KB of memory each. */
  cost: Type.Integer({ minimum: 1 << 14, maximum: 1 << 18 }),
  block_size: Type.Literal(8),
  parallelization: Type.Literal(1),
  /** Base64. */
  salt: Type.String(),
  /** Base64 of nonce, tag and text: AES-256-GCM. */
  sealed: Type.String(),
})
export type PassphraseSealed = Static<typeof PassphraseSealed>

/** RFC 7914: 128 MB of memory and some tenths of a second for each guess (OWASP's recommendation for scrypt). */
const defaultCost = 1 << 17
const parameters = { block_size: 8, parallelization: 1 } as const

/** Seals a key so that whoever knows the passphrase can read it again. `cost` is lower in tests only. */
export async function sealWithPassphrase(
  key: Buffer,
  passphrase: string,
  cost = defaultCost,
): Promise<PassphraseSealed> {
  const salt = randomBytes(16)
  const derived = await deriveKey(passphrase, salt, { cost, ...parameters })
  return {
    kdf: 'scrypt',
    cost,
    ...parameters,
    salt: salt.toString('base64'),
    sealed: seal(derived, key.toString('base64')),
  }
}

/** Null where the passphrase is another one. */
export async function openWithPassphrase(
  sealed: PassphraseSealed,
  passphrase: string,
): Promise<Buffer | null> {
  const derived = await deriveKey(passphrase, Buffer.from(sealed.salt, 'base64'), sealed)
  try {
    return Buffer.from(unseal(derived, sealed.sealed), 'base64')
  } catch {
    return null
  }
}

function deriveKey(
  passphrase: string,
  salt: Buffer,
  {
    cost,
    block_size: blockSize,
    parallelization,
  }: Pick<PassphraseSealed, 'cost' | 'block_size' | 'parallelization'>,
): Promise<Buffer> {
  // Node refuses what takes more memory than it is told of.
  const maxmem = 256 * cost * blockSize
  // One passphrase has several spellings in Unicode, by keyboard and system.
  const text = passphrase.normalize('NFKC')
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, { cost, blockSize, parallelization, maxmem }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
