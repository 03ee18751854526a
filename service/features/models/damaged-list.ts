import path from 'node:path'
import type { Deps } from '../../deps.ts'
import { setAsideDamagedList } from '../../engine/models/imported-models.ts'
import { recordNotice, type NoticeDeps } from '../notices/notices.ts'

/** At a start: a list of imported models that cannot be read is set aside, and the owner is told. */
export async function settleImportedModels(
  deps: NoticeDeps & Pick<Deps, 'config' | 'db' | 'log'>,
  organizationId: string,
): Promise<void> {
  const { db, config, log } = deps
  const aside = await setAsideDamagedList(path.join(config.dataDir, 'models'))
  if (aside === null) return
  const file = path.basename(aside)
  log.warn({ file }, 'the list of imported models was damaged and set aside')
  await db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'models_list_damaged',
      title: 'The list of imported models was damaged',
      body: `It was set aside as ${file}. Import your models again; their files are still there.`,
      link: '/app/#/models',
    }),
  )
}
