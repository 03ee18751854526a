import { isSameSecret, macBase64Url } from '../core/secrets.ts'

/** What a presigned address allows, and nothing beside it (reliability.md U-1). */
export type SignedAccess = {
  method: 'PUT' | 'GET'
  contentId: string
  /** Media type, parameters included. */
  contentType: string
  sizeBytes: number
  expiresAt: Date
}

/** The last part of a presigned address: the fields in plain sight and their HMAC. */
export function signAccess(key: Buffer, access: SignedAccess): string {
  const { method, contentId, contentType, sizeBytes, expiresAt } = access
  const type = Buffer.from(contentType).toString('base64url')
  const fields = [contentId, type, sizeBytes, expiresAt.getTime()].join('.')
  return `${fields}.${macOf(key, method, fields)}`
}

/**
 * The access that a token grants, or null for any token that `signAccess` did not make with this
 * key for this method. Does not look at the time: expiry is the caller's to judge, by its clock.
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

// The text that is signed is the text that is sent, so there is only one way to write a valid token.
const macOf = (key: Buffer, method: string, fields: string) =>
  macBase64Url(key, `${method} ${fields}`)
