import type { DirectTransfers } from '../direct-transfers.ts'
import { isId } from '../../core/ids.ts'
import { incoming, orphaned, orphanKey, recordings } from './keys.ts'
import { listObjects, removeObject, writeObject } from './objects.ts'
import { abortParts } from './parts.ts'
import type { S3Access } from './s3-access.ts'

/** The ids of recordings that were found without a row. */
export async function listOrphans(access: S3Access): Promise<string[]> {
  const ids: string[] = []
  for await (const page of listObjects(access, orphaned)) {
    ids.push(...page.map(({ key }) => key.slice(orphaned.length)).filter((id) => isId('cont', id)))
  }
  return ids
}

export const markOrphans =
  (access: S3Access): DirectTransfers['markOrphans'] =>
  async (before, selectKnown) => {
    const marked = await listOrphans(access)
    const isMarked = new Set(marked)
    const known = new Set(await selectKnown(marked))
    const returned = marked.filter((id) => known.has(id))
    for (const id of returned) await removeObject(access, orphanKey(id))
    const found: string[] = []
    for await (const page of listObjects(access, recordings)) {
      const ids = page
        .filter(({ changedAt }) => changedAt < before)
        .map(({ key }) => key.slice(recordings.length))
        .filter((id) => isId('cont', id) && !isMarked.has(id))
      const expected = new Set(await selectKnown(ids))
      for (const id of ids.filter((one) => !expected.has(one))) {
        await writeObject(access, orphanKey(id), Buffer.alloc(0))
        found.push(id)
      }
    }
    return { orphaned: found, returned }
  }

export const sweepUploads =
  (access: S3Access): DirectTransfers['sweepUploads'] =>
  async (before) => {
    await abortParts(access, { before })
    for await (const page of listObjects(access, incoming)) {
      for (const { key, changedAt } of page) {
        if (changedAt < before) await removeObject(access, key)
      }
    }
  }
