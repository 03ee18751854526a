import type { Keychain } from './library-key.ts'

/** Of the installation's secret. */
export const secretBytes = 32

/** How `secret-key` lies on the disk: readable, sealed by the system's keychain, or with the key of an encrypted library. */
export type SecretForm = 'plain' | 'keychain' | 'library'

const keychainMark = Buffer.from('earshot keychain 1\n')

export function secretFormOf(bytes: Buffer): SecretForm {
  if (bytes.length === secretBytes) return 'plain'
  return bytes.subarray(0, keychainMark.length).equals(keychainMark) ? 'keychain' : 'library'
}

export const toKeychainForm = async (keychain: Keychain, secret: Buffer): Promise<Buffer> =>
  Buffer.concat([keychainMark, await keychain.seal(secret)])

/** Null where the keychain does not open it. */
export async function fromKeychain(keychain: Keychain, bytes: Buffer): Promise<Buffer | null> {
  const secret = await keychain.open(bytes.subarray(keychainMark.length))
  return secret?.length === secretBytes ? secret : null
}
