import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A random token of 43 base-62 characters: at least 256 bits (reliability.md A-4). */
export function randomToken(length = 43): string {
  let token = ''
  while (token.length < length) {
    // 248 is the largest multiple of 62 that fits in a byte; rejecting the rest avoids modulo bias.
    for (const byte of randomBytes(64)) if (byte < 248) token += base62[byte % 62]
  }
  return token.slice(0, length)
}

/** Spec: Authentication 2, the prefix tells the type. */
const keyPrefixes = { secret: 'sk_live_', publishable: 'pk_live_' } as const

export const newApiKey = (type: keyof typeof keyPrefixes): string =>
  keyPrefixes[type] + randomToken()

export const sha256Hex = (text: string): string => hash('sha256', text)

/** Compares in constant time, so the timing does not reveal where the texts differ. */
export function isSameSecret(left: string, right: string): boolean {
  return timingSafeEqual(hash('sha256', left, 'buffer'), hash('sha256', right, 'buffer'))
}

/**
 * Derives a key for one purpose from the installation's secret (HKDF, RFC 5869), so no two uses
 * share a key.
 */
function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `earshot ${purpose}`, 32))
}

/**
 * HMAC-SHA-256 (RFC 2104). The key as an object: given bytes, Node 24 takes several times as long as for all the rest to find
 * out what kind of key they are.
 */
const macOf = (key: Buffer, text: string) => createHmac('sha256', createSecretKey(key)).update(text)

export const macBase64 = (key: Buffer, text: string): string => macOf(key, text).digest('base64')
export const macBase64Url = (key: Buffer, text: string): string =>
  macOf(key, text).digest('base64url')

/** Shows that its maker holds the session's token and answers at `baseUrl`; `nonce` is the asker's. */
export const sessionProof = (
  sessionToken: string,
  { baseUrl, nonce }: { baseUrl: string; nonce: string },
): string => macBase64Url(Buffer.from(sessionToken), `earshot session ${nonce} ${baseUrl}`)

/** Encrypts a secret that must be readable later, such as a webhook's (AES-256-GCM, RFC 5116). */
export function seal(key: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

/** Decrypts the output of `seal`; throws if the key differs or the text was changed. */
export function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The session's key where several processes answer: the same for all that have the secret. */
export const sharedSessionKey = (secret: Buffer): string =>
  keyPrefixes.secret + deriveKey(secret, 'session').toString('hex')

/** Tells whether two secrets are the same, and nothing else of them. */
export const fingerprintOf = (secret: Buffer): string =>
  deriveKey(secret, 'fingerprint').toString('hex')

/** The installation's keys, one per purpose. */
export type Keys = {
  cursor: Buffer
  upload: Buffer
  webhook: Buffer
  idempotency: Buffer
  invitation: Buffer
  modelServer: Buffer
  calendar: Buffer
  signIn: Buffer
  csrf: Buffer
}

export const deriveKeys = (secret: Buffer): Keys => ({
  cursor: deriveKey(secret, 'cursor'),
  upload: deriveKey(secret, 'upload'),
  webhook: deriveKey(secret, 'webhook'),
  idempotency: deriveKey(secret, 'idempotency'),
  invitation: deriveKey(secret, 'invitation'),
  modelServer: deriveKey(secret, 'model server'),
  calendar: deriveKey(secret, 'calendar'),
  signIn: deriveKey(secret, 'sign-in'),
  csrf: deriveKey(secret, 'csrf'),
})
