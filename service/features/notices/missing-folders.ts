/** Tells the owner of chosen folders that stay missing, such as those of a disk that is not connected. */
import { minute, plusMs } from '../../core/time.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { recordNotice, type NoticeDeps } from './notices.ts'
import { deleteNotice, hasNotice, selectOrganizationOf } from './store.ts'

type FolderKind = 'watched_folder_missing' | 'notes_folder_missing'

/** What stands still meanwhile. */
const effects: Readonly<Record<FolderKind, string>> = {
  watched_folder_missing: 'no recordings are added from it',
  notes_folder_missing: 'no notes are written there',
}

/** A folder as it was chosen for a project. */
export type ChosenFolder = { kind: FolderKind; projectId: string; path: string }

/** Choice: a disk that is unplugged for a moment is nobody's business. */
const patienceMs = 10 * minute

export type MissingFolders = {
  /**
   * To be called whenever a folder was looked for. After ten minutes without it the owner is told, once; the
   * notice goes when the folder is back.
   */
  note: (folder: ChosenFolder, isMissing: boolean) => Promise<void>
}

export function createMissingFolders(deps: NoticeDeps & Pick<Deps, 'db'>): MissingFolders {
  const { clock, db } = deps
  /** Since when each is missing; null where nothing is left to do. */
  const known = new Map<string, Date | null>()
  return {
    note: async (folder, isMissing) => {
      const key = [folder.kind, folder.projectId, folder.path].join('\n')
      const since = known.get(key)
      if (!isMissing) {
        if (since === null) return
        await db.transaction((tx) => withdrawMissing(tx, folder))
        known.set(key, null)
        return
      }
      if (!since) known.set(key, clock.now())
      else if (plusMs(since, patienceMs) <= clock.now()) {
        await db.transaction((tx) => tellOnce(deps, tx, folder))
      }
    },
  }
}

/** Also once the folder is not chosen any more. */
export const withdrawMissing = (tx: Tx, folder: ChosenFolder): Promise<void> =>
  deleteNotice(tx, noticeOf(folder))

async function tellOnce(deps: NoticeDeps, tx: Tx, folder: ChosenFolder): Promise<void> {
  const notice = noticeOf(folder)
  const organizationId = await selectOrganizationOf(tx, folder.projectId)
  if (organizationId === undefined || (await hasNotice(tx, notice))) return
  await recordNotice(deps, tx, { organizationId, ...notice })
}

/** The page reads the path from the body. */
const noticeOf = ({ kind, projectId, path }: ChosenFolder) => ({
  kind,
  title: 'A folder is missing',
  body: `${path} is not there, so ${effects[kind]}. Connect its disk, or put it back where it was.`,
  link: `/app/#/projects/${projectId}?settings=folders`,
})
