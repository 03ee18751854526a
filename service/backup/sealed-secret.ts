import { randomBytes, scrypt } from 'node:crypto'
import { seal, unseal } from '../core/secrets.ts'
import { BackupDamaged } from './errors.ts'
import type { SealedSecret } from './manifest.ts'

/** RFC 7914: 128 MB of memory and some tenths of a second for each guess (OWASP's recommendation for scrypt). */
const parameters = { cost: 1 << 17, block_size: 8, parallelization: 1 } as const

/** The installation's secret, readable again by whoever knows the passphrase. */
export async function sealSecret(secret: Buffer, passphrase: string): Promise<SealedSecret> {
  const salt = randomBytes(16)
  const key = await deriveKey(passphrase, salt, parameters)
  return {
    kdf: 'scrypt',
    ...parameters,
    salt: salt.toString('base64'),
    sealed: seal(key, secret.toString('base64')),
  }
}

/** Null where the passphrase is another one. */
export async function unsealSecret(
  sealed: SealedSecret,
  passphrase: string,
): Promise<Buffer | null> {
  const key = await deriveKey(passphrase, Buffer.from(sealed.salt, 'base64'), sealed)
  try {
    const secret = Buffer.from(unseal(key, sealed.sealed), 'base64')
    if (secret.length !== 32) throw new BackupDamaged('the sealed key has another length')
    return secret
  } catch (error) {
    if (error instanceof BackupDamaged) throw error
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
  }: Pick<SealedSecret, 'cost' | 'block_size' | 'parallelization'>,
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
