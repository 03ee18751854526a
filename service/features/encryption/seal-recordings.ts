import type { Deps } from '../../deps.ts'

/**
 * In an encrypted library: seals the recordings that are plain still, one after another while all of them can be
 * used. The next start goes on where this one was stopped.
 */
export async function sealRecordings(
  { blobs, log }: Pick<Deps, 'blobs' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const end = await blobs.conversion?.run('sealed', signal)
    if (!end || end.failed.length === 0) return
    log.warn({ content_ids: end.failed }, 'recordings could not be sealed and stay as they are')
  } catch (error) {
    log.warn({ err: error }, 'recordings could not be sealed; the next start tries again')
  }
}
