import {
  EarshotError,
  pauseFor,
  type Bundle,
  type BundleState,
  type ListedBundle,
} from 'earshot/client'
import { FileUnreadable, sendMedia } from './send-media.ts'
import type { Sides } from './sides.ts'

/** Why one thing does not go, while all others do. */
export type LeftOut = Pick<ListedBundle, 'id' | 'type' | 'name'> & { reason: string }

/** Choice: four minutes of failures in a row; then a person decides. */
const mostFailures = 9
const longestWaitMs = 60_000

type Progress = (sentBytes: number) => void

/** Puts one thing on the server, if it is not there; null once it is. Throws what concerns all others as well. */
export async function send(
  sides: Sides,
  item: ListedBundle,
  onSent: Progress = () => {},
): Promise<LeftOut | null> {
  const { id, type, name } = item
  const leave = (reason: string): LeftOut => ({ id, type, name, reason })
  if (!item.is_ready) return leave('it is being worked on here; run the command again after that')
  try {
    const { data: bundle } = await sides.from.getBundle({
      path: { bundleId: id },
      signal: sides.signal,
    })
    await sendBundle(sides, bundle, onSent)
    return null
  } catch (error) {
    if (sides.signal.aborted) throw error
    if (error instanceof FileUnreadable) return leave(error.message)
    const code = error instanceof EarshotError ? error.code : ''
    if (ofThisOne.has(code)) return leave(`${(error as Error).message} (${code})`)
    throw error
  }
}

/** Refusals that say nothing about the next one. */
const ofThisOne = new Set(['id_taken', 'validation_error', 'upload_refused', 'payload_too_large'])

async function sendBundle(sides: Sides, bundle: Bundle, onSent: Progress): Promise<void> {
  for (let failed = 0; ;) {
    const state = await put(sides, bundle)
    if (state.state === 'stored') return
    try {
      await sendMissing(sides, bundle, state, onSent)
    } catch (error) {
      if (sides.signal.aborted || failed >= mostFailures || !mayPass(error)) throw error
      failed += 1
      await pauseFor(Math.min(1_000 * 2 ** (failed - 1), longestWaitMs), sides.signal)
    }
  }
}

/** A connection that broke, or an address that was used up by a try before. */
function mayPass(error: unknown): boolean {
  if (error instanceof FileUnreadable) return false
  if (!(error instanceof EarshotError)) return error instanceof TypeError // as fetch reports it
  return error.status === 0 || error.status === 409 || error.status === 429 || error.status >= 500
}

async function put({ to, signal }: Sides, bundle: Bundle): Promise<BundleState> {
  const { id, format, project_id, tables, transcripts, media } = bundle
  const body = {
    ...{ format, project_id, tables },
    transcript_versions: transcripts.map(({ version }) => version),
    media: media && { sha256: media.sha256 },
  }
  return (await to.putBundle({ path: { bundleId: id }, body, signal })).data
}

async function sendMissing(
  sides: Sides,
  { id, project_id, media }: Bundle,
  { missing_transcripts: versions, upload }: BundleState,
  onSent: Progress,
): Promise<void> {
  const { from, to, signal } = sides
  for (const version of versions) {
    const path = { bundleId: id, version }
    const { data } = await from.getTranscriptBundle({ path, signal })
    await to.putTranscriptBundle({ path, body: { row: data.row }, signal })
  }
  if (upload && media) {
    await sendMedia(sides, { media, upload, projectId: project_id ?? '', onSent })
  }
}
