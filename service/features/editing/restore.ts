import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { type ContentRef } from '../content/content.ts'
import { indexTranscript } from '../search/index-content.ts'
import type { TranscriptVersion } from '../transcripts/transcript.ts'
import { findRoot, findHead } from '../transcripts/transcripts.ts'
import { toVersion } from '../transcripts/versions.ts'
import { learnVoice } from '../voices/voices.ts'
import { addVersion, requireEditable } from './editing.ts'

/** Restores an older version as a new one. Restoring the newest version changes nothing. */
export async function restoreVersion(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  caller: Caller,
  { projectId, contentId, version }: ContentRef & { version: number },
): Promise<TranscriptVersion> {
  return deps.db.transaction(async (tx) => {
    const newest = await requireEditable(tx, caller, { projectId, contentId })
    if (newest.version === version) return toVersion(newest, version)
    const source = await findHead(tx, contentId, version)
    if (!source) throw errors.notFound('version')
    const copy = { projectId, contentId, basedOn: version, origin: 'restored' } as const
    await addVersion(deps, tx, caller, copy)
    await indexTranscript(deps, tx, contentId)
    const root = await findRoot(tx, source)
    // Voices are remembered under the names that the restored version gives them.
    for (const { id, name } of source.speakers) {
      const lesson = { contentId, projectId, version: root, speakerIds: [id], name }
      await learnVoice(deps, tx, lesson)
    }
    const restored = await findHead(tx, contentId)
    if (!restored) throw new Error('A version of a transcript was not stored.')
    return toVersion(restored, restored.version)
  })
}
