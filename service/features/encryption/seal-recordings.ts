import type { Deps } from '../../deps.ts'

/**
 * In an encrypted library: seals the backups and the recordings that are plain still, one after another while all of
 * them can be used. The next start goes on where this one was stopped.
 */
export async function sealRecordings(
  { blobs, backupRuns, log }: Pick<Deps, 'blobs' | 'backupRuns' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await backupRuns.seal(signal)
    const end = await blobs.conversion?.run('sealed', signal)
    if (!end || end.failed.length === 0) return
    log.warn({ content_ids: end.failed }, 'recordings could not be sealed and stay as they are')
  } catch (error) {
    log.warn(
      { err: error },
      'backups or recordings could not be sealed; the next start tries again',
    )
  }
}
