import { openAccess } from '../../blobs/upload-token.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { UploadPlace } from '../../http/named-origins.ts'
import type { NewApiKey } from './schema.ts'
import { hasKeyFrom } from './store.ts'

/** Whether a publishable key that works now lets pages of this origin upload to a place. */
export async function mayUploadFrom(
  { db, clock, keys }: Pick<Deps, 'db' | 'clock' | 'keys'>,
  origin: string,
  { projectId, token }: UploadPlace,
): Promise<boolean> {
  const now = clock.now()
  if (token === undefined) return hasKeyFrom(db.sql, { origin, now, projectId })
  // A signed address is open to the pages of the key that asked for it.
  const keyId = openAccess(keys.upload, 'PUT', token)?.keyId
  return keyId !== undefined && hasKeyFrom(db.sql, { origin, now, keyId })
}

/** The origins of a new key; throws validation_error for what is none, and for a key that may do more than upload. */
export function requireOrigins({ allowed_origins: named, key_type }: NewApiKey): string[] {
  const origins = named ?? []
  if (origins.length > 0 && key_type !== 'publishable') {
    const text =
      'Only a publishable key has allowed_origins, because a page shows its key to everybody: set key_type to publishable, or leave them out.'
    throw errors.invalid('allowed_origins', 'invalid', text)
  }
  origins.forEach((origin, at) => {
    if (isOrigin(origin)) return
    const text =
      'An allowed origin is written as browsers send it, such as https://app.example.com: https, or http on this machine, without a path.'
    throw errors.invalid(`allowed_origins.${at}`, 'invalid', text)
  })
  return origins
}

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Choice: a page that came without encryption may have been changed on its way, but for one of this machine. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && thisMachine.has(hostname))
  return isSafe && origin === text && !hostname.includes('*')
}
