import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import { rebuildName } from '../../recovery/actions.ts'
import { recordNotice } from '../notices/notices.ts'
import { takeIn } from './orphans.ts'

type RebuildDeps = Pick<
  Deps,
  'db' | 'blobs' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'
>

const pending = ({ config }: Pick<Deps, 'config'>): string => path.join(config.dataDir, rebuildName)

/** Whether recovery began a new database for the recordings that are there. */
export const isRebuilding = (deps: Pick<Deps, 'config'>): boolean => existsSync(pending(deps))

/**
 * Takes in every recording that has no row, in projects of the names that their sidecars tell. A start after a
 * kill goes on with those that are left.
 */
export async function rebuildLibrary(
  deps: RebuildDeps,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  if (!isRebuilding(deps)) return
  const { db, blobs, log } = deps
  const how = { organizationId, remakesProject: true }
  try {
    // Oldest first, as they came.
    for (const id of (await blobs.listOrphans()).toReversed()) {
      if (signal.aborted) return
      await takeIn(deps, id, how)
    }
    await db.transaction((tx) =>
      recordNotice(deps, tx, {
        organizationId,
        kind: 'library_rebuilt',
        title: 'The library was made anew',
        body: 'Every recording is there and is being transcribed again. What was replaced is kept.',
        link: '/app/#/settings?section=storage',
      }),
    )
  } catch (error) {
    log.error({ err: error }, 'the library was not rebuilt to the end')
    // Where the minutes are used up, the rest stays where a person can take it in later.
    if (!(error instanceof ApiError)) return
  }
  await rm(pending(deps), { force: true })
}
