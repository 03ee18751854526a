/**
 * A data folder whose database is made and migrated, so that a service in a test starts at once.
 * That a first start makes its own is what the tests of service/db and the contract's service show.
 */
import { createHash, randomUUID } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { migrate } from '../../service/db/migrate.ts'

const root = path.join(import.meta.dirname, '../..')
const kept = ['database', 'database.made']
const prepared: Partial<Record<Kind, Promise<string>>> = {}

/** `migrated`: as after the first start of the service; `empty`: without any table. */
type Kind = 'migrated' | 'empty'

/** Puts the database into a folder that has none; leaves any other as it is. */
export async function prepareData(dataDir: string): Promise<void> {
  if (kept.some((name) => existsSync(path.join(dataDir, name)))) return
  const source = await preparedFolder('migrated')
  await mkdir(dataDir, { recursive: true })
  // Where the disk can share what is the same until it is changed, it does.
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE }
  for (const name of kept) await cp(path.join(source, name), path.join(dataDir, name), options)
}

/** A data folder with an empty, closed database, to be copied from. */
export const sharedDataFolder = (): Promise<string> => preparedFolder('empty')

const preparedFolder = (kind: Kind): Promise<string> => (prepared[kind] ??= findOrMake(kind))

/** Made once for each state of what makes it, then kept beside the packages. */
async function findOrMake(kind: Kind): Promise<string> {
  const cache = path.join(root, 'node_modules/.cache/earshot')
  const folder = path.join(cache, `${kind}-${await hashOfSources()}`)
  if (existsSync(folder)) return folder
  const draft = `${folder}.${randomUUID()}`
  await mkdir(draft, { recursive: true })
  const db = await openDatabase({ dataDir: draft, log: createLog('silent') })
  if (kind === 'migrated') await migrate(db)
  await db.close()
  // Several test processes may get here at once: the first name stays.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return folder
}

async function hashOfSources(): Promise<string> {
  const files: string[] = ['package-lock.json']
  for await (const file of glob('service/db/**/*.{ts,sql}', { cwd: root })) files.push(file)
  const hash = createHash('sha256')
  for (const file of files.toSorted())
    hash.update(file).update(await readFile(path.join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
