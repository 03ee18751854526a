import { incomingKey } from '../blobs/s3/keys.ts'
import { removeObject, statObject, writeObject } from '../blobs/s3/objects.ts'
import { openS3 } from '../blobs/s3/s3-access.ts'
import type { Config } from '../config.ts'
import { newId } from '../core/ids.ts'
import { createLog } from '../core/log.ts'
import { failed, notConfigured, ok, reasonOf, type Finding } from './finding.ts'

/** Writes an object among those that are swept, looks at it and removes it. */
export async function checkStore({ store }: Config): Promise<Finding> {
  if (store === null)
    return notConfigured('no EARSHOT_S3_BUCKET: recordings lie in the data folder')
  const key = incomingKey(newId('cont'))
  const where = `the bucket ${store.bucket}`
  try {
    const access = await openS3(store, createLog('silent'))
    await writeObject(access, key, Buffer.from('earshot server check\n'))
    const isThere = (await statObject(access, key)) !== null
    await removeObject(access, key)
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
