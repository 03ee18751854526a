import { isSameSecret, macBase64Url } from '../core/secrets.ts'

/** What a presigned URL permits, and nothing else (reliability.md U-1). */
export type SignedAccess = {
  method: 'PUT' | 'GET'
  contentId: string
  /** Media type, parameters included. */
  contentType: string
  sizeBytes: number
  expiresAt: Date
}

/** The last segment of a presigned URL: the fields in plain text and their HMAC. */
export function signAccess(key: Buffer, access: SignedAccess): string {
  const { method, contentId, contentType, sizeBytes, expiresAt } = access
  const type = Buffer.from(contentType).toString('base64url')
  const fields = [contentId, type, sizeBytes, expiresAt.getTime()].join('.')
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
  const [contentId, type, size, expires, mac, ...rest] = token.split('.')
  if (!contentId || !type || !size || !expires || !mac || rest.length > 0) return null
  const fields = [contentId, type, size, expires].join('.')
  if (!isSameSecret(mac, macOf(key, method, fields))) return null
  return {
    method,
    contentId,
    contentType: Buffer.from(type, 'base64url').toString(),
    sizeBytes: Number(size),
    expiresAt: new Date(Number(expires)),
  }
}

// Signs the encoded text as sent, so each access has exactly one valid token.
const macOf = (key: Buffer, method: string, fields: string) =>
  macBase64Url(key, `${method} ${fields}`)
