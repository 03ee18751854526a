import { isSameSecret, macBase64Url } from '../core/secrets.ts'

/** What a presigned URL permits, and nothing else (reliability.md U-1). */
export type SignedAccess = {
  method: 'PUT' | 'GET'
  contentId: string
  /** Media type, parameters included. */
  contentType: string
  sizeBytes: number
  expiresAt: Date
  /** The API key that an upload was announced with; its uploads at once are limited. Only in a PUT. */
  keyId?: string
}

/** The last segment of a presigned URL: the fields in plain text and their HMAC. */
export function signAccess(key: Buffer, access: SignedAccess): string {
  const { method, contentId, contentType, sizeBytes, expiresAt, keyId } = access
  const type = Buffer.from(contentType).toString('base64url')
  const always = [contentId, type, sizeBytes, expiresAt.getTime()]
  const fields = [...always, ...(keyId === undefined ? [] : [keyId])].join('.')
  return `${fields}.${macOf(key, method, fields)}`
}

/**
 * The access that a token grants, or null unless `signAccess` made it with this key for this
 * method. Does not check expiry: the caller does, with its own clock.
 */
export function openAccess(
  key: Buffer,
  method: SignedAccess['method'],
  token: string,
): SignedAccess | null {
  const fields = token.split('.')
  const mac = fields.pop()
  if (!mac || !isSameSecret(mac, macOf(key, method, fields.join('.')))) return null
  const [contentId, type, size, expires, keyId] = fields
  if (!contentId || !type || !size || !expires) return null
  return {
    method,
    contentId,
    contentType: Buffer.from(type, 'base64url').toString(),
    sizeBytes: Number(size),
    expiresAt: new Date(Number(expires)),
    ...(keyId !== undefined && { keyId }),
  }
}

// Signs the encoded text as sent, so each access has exactly one valid token.
const macOf = (key: Buffer, method: string, fields: string) =>
  macBase64Url(key, `${method} ${fields}`)
