import { buffer } from 'node:stream/consumers'
import { isId } from '../../core/ids.ts'
import type { Log } from '../../core/log.ts'
import type { Blobs, FolderBlobs, Orphan } from '../blobs.ts'
import { JobError } from '../../core/errors.ts'
import { parseSidecar, toSidecarBytes, type Sidecar } from '../sidecar.ts'
import { incomingKey, orphanKey, recordingKey, sidecarKey } from './keys.ts'
import { hashObject, readObject, removeObject, statObject, writeObject } from './objects.ts'
import { listOrphans, markOrphans, sweepUploads } from './orphans.ts'
import { abortOneOfParts, abortParts, beginParts, presignParts } from './parts.ts'
import { openS3, type S3Access } from './s3-access.ts'
import type { S3Settings } from './settings.ts'
import { accept, presignDownload, presignUpload, send } from './uploads.ts'

/**
 * The recordings in a bucket. What is sent comes to `incoming/` and is copied to `recordings/` once it is known to
 * be whole, so that nothing else is ever there.
 * @param folder of this machine, for what is worked on here for a while: a copy of a recording for the engines
 */
export async function createS3Blobs(
  settings: S3Settings,
  folder: Pick<FolderBlobs, 'receiveTemporary' | 'sweep'>,
  log: Log,
): Promise<Blobs> {
  const access = await openS3(settings, log)
  const take = accept(access)
  const forgetUpload = (contentId: string) => removeObject(access, incomingKey(contentId))
  const describe = (sidecar: Sidecar) =>
    writeObject(access, sidecarKey(sidecar.id), toSidecarBytes(sidecar))
  const remove = async (contentId: string): Promise<void> => {
    // The mark last: of what a failure leaves, the list still tells.
    const keys = [incomingKey, recordingKey, sidecarKey, orphanKey].map((keyOf) => keyOf(contentId))
    await abortParts(access, { contentId })
    for (const key of keys) await removeObject(access, key)
  }
  return {
    conversion: null,
    direct: {
      origin: async () => new URL(await presignDownload(access, anyId, anyShown)).origin,
      presignUpload: (announced) => presignUpload(access, announced),
      beginParts: beginParts(access),
      abortParts: abortOneOfParts(access),
      presignParts: presignParts(access),
      accept: take,
      forgetUpload,
      presignDownload: (contentId, shown) => presignDownload(access, contentId, shown),
      sweepUploads: sweepUploads(access),
      markOrphans: markOrphans(access),
    },
    receive: async (contentId, stream, { bytes, sha256, describe: sidecarFor, signal }) => {
      // Without a listener, an error before the first read would crash the process.
      stream.on('error', () => {})
      const sent = await send(access, contentId, stream, { bytes, signal })
      const taken = await take(contentId, { bytes, sha256: sha256 ?? sent, partsId: null })
      if (taken?.sha256 !== sent) throw new Error('The store has other bytes than were sent to it.')
      const sidecar = await sidecarFor?.(sent)
      if (sidecar) await describe(sidecar)
      await forgetUpload(contentId)
      return taken
    },
    receiveTemporary: folder.receiveTemporary,
    stat: async (contentId) => {
      const found = await statObject(access, recordingKey(contentId))
      return found && { bytes: found.bytes, changedAt: found.changedAt }
    },
    read: (contentId, range) => readObject(access, recordingKey(contentId), range),
    hash: (contentId, signal) => hashObject(access, recordingKey(contentId), signal),
    withPlainFile: async (contentId, work) => {
      const found = await statObject(access, recordingKey(contentId))
      const stream = found && (await readObject(access, recordingKey(contentId)))
      if (!stream) throw new JobError('media_missing', 'The file is gone from the store.')
      const copy = await folder.receiveTemporary(stream, found.bytes)
      try {
        return await copy.lend(work)
      } finally {
        await copy.discard()
      }
    },
    describe,
    remove,
    // What is in a store is compared when a person asks for it and once a month, not at every start.
    settle: async () => {
      await folder.sweep()
      return { orphaned: [], returned: [], unmoved: [], undescribed: [] }
    },
    listOrphans: async () => (await listOrphans(access)).toSorted().toReversed(),
    readOrphan: (contentId) => readOrphan(access, contentId),
    takeBack: (contentId) => removeObject(access, orphanKey(contentId)),
    removeOrphan: remove,
  }
}

/** Signing asks nobody: neither is there. */
const anyId = 'cont_00000000000000000000000000'
const anyShown = { method: 'GET', contentType: 'audio/wav', disposition: 'inline' } as const

async function readOrphan(access: S3Access, contentId: string): Promise<Orphan | null> {
  if (!isId('cont', contentId)) return null
  if (!(await statObject(access, orphanKey(contentId)))) return null
  const found = await statObject(access, recordingKey(contentId))
  if (!found) return null
  const { bytes, changedAt } = found
  const stream = await readObject(access, sidecarKey(contentId))
  const sidecar = stream && parseSidecar(await buffer(stream))
  return { id: contentId, bytes, changedAt, sidecar }
}
