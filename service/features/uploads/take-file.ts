import type { Readable } from 'node:stream'
import type { Reach } from '../../core/caller.ts'
import type { Deps } from '../../deps.ts'
import { removeContent } from '../content/content.ts'
import type { ClaimDeps } from './claims.ts'
import { storeUpload } from './receive.ts'
import type { NewUpload } from './schema.ts'
import { completeUpload, createUpload } from './uploads.ts'

export type TakeFileDeps = ClaimDeps & Pick<Deps, 'clock' | 'keys' | 'config' | 'transcriber'>

/**
 * Adds a file of this machine to a project, as an upload of it would: announced, copied, confirmed. Throws as
 * those do, and leaves nothing behind then; what a kill cuts off is removed with the next start.
 */
export async function takeFile(
  deps: TakeFileDeps,
  reach: Reach,
  projectId: string,
  { body, ...file }: NewUpload & { body: Readable; folder?: string },
): Promise<string> {
  const session = await createUpload(deps, reach, projectId, { ...file, origin: null })
  const contentId = session.content_id
  try {
    const { content_type, size_bytes } = file
    const announced = { content_id: contentId, content_type, size_bytes, sha256: null }
    await storeUpload(deps, announced, body)
    await completeUpload(deps, reach, projectId, contentId)
  } catch (error) {
    body.destroy()
    // Housekeeping removes it where this fails, too.
    await removeContent(deps, reach, projectId, contentId).catch(() => {})
    throw error
  }
  return contentId
}
