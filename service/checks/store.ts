import { incomingKey } from '../blobs/s3/keys.ts'
import { removeObject, statObject, writeObject } from '../blobs/s3/objects.ts'
import { openS3 } from '../blobs/s3/s3-access.ts'
import { lackOfStore } from '../blobs/s3/settings.ts'
import type { Config } from '../config.ts'
import { newId } from '../core/ids.ts'
import { createLog } from '../core/log.ts'
import { checkPublicStore } from './public-store.ts'
import { failed, notConfigured, ok, reasonOf, warning, type Finding } from './finding.ts'

/** Writes an object among those that are swept, looks at it, also as a page would, and removes it. */
export async function checkStore(
  { store, role, databaseUrl, publicBaseUrl }: Config,
  signal: AbortSignal,
): Promise<Finding> {
  if (store === null) {
    const text = 'no EARSHOT_S3_BUCKET: recordings lie in the data folder'
    if (role !== 'all') return failed(text, `${lackOfStore(role)}.`)
    if (databaseUrl === null) return notConfigured(text)
    return warning(text, 'Start one process only, or set EARSHOT_S3_BUCKET: they share no folder.')
  }
  const key = incomingKey(newId('cont'))
  const where = `the bucket ${store.bucket}`
  try {
    const access = await openS3(store, createLog('silent'))
    await writeObject(access, key, Buffer.from('earshot server check\n'))
    const isThere = (await statObject(access, key)) !== null
    const ofPages = isThere ? await checkPublicStore(access, { key, publicBaseUrl, signal }) : null
    await removeObject(access, key)
    if (ofPages) return ofPages
    if (isThere) return ok(`${where} takes, tells and removes`)
    return failed(`${where} has not what was written to it`, 'Look whether it expires objects.')
  } catch (error) {
    // Ours name the setting, and quote no key.
    const reason = error instanceof Error ? error.message : reasonOf(error)
    return failed(
      `${where} cannot be used (${reason})`,
      'Look at EARSHOT_S3_* and at the rights of the key, which service/docs/configuration.md lists.',
    )
  }
}
