/**
 * Databases made ahead of time, by the product's own means. That a first start makes its own is what
 * the tests of service/db and the contract's service show.
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../../service/config.ts'
import { prepareFolder } from '../../service/db/data-folder.ts'
import { initialiseHere } from '../../service/db/initialise.ts'
import { copyTemplate, makeTemplate, templateFolder } from '../../service/db/template.ts'
import { copyFolder, removeAtExit, temporaryFolder } from './folders.ts'

const root = path.join(import.meta.dirname, '../..')
const emptyData = path.join(root, 'node_modules/.cache/earshot/empty-data')
let installed: Promise<unknown> | undefined
let empty: Promise<unknown> | undefined
let migrated: Promise<string> | undefined

/** The template that an install makes, which a service then copies into each new data folder. */
export async function prepareTemplate(): Promise<void> {
  const { databaseTemplates } = readConfig(process.env)
  installed ??= makeTemplate(databaseTemplates, (folder) =>
    initialiseHere(folder, { isMigrated: true }),
  )
  await installed
}

/** A folder of templates of a test's own, with that one; gone after the test. */
export async function copyTemplates(): Promise<string> {
  await prepareTemplate()
  const { databaseTemplates } = readConfig(process.env)
  const copy = await temporaryFolder()
  copyFolder(await templateFolder(databaseTemplates), await templateFolder(copy))
  return copy
}

/** A data folder whose database is closed and has the newest tables, to be copied from; made once per worker. */
export function migratedDataFolder(): Promise<string> {
  migrated ??= makeMigrated()
  return migrated
}

async function makeMigrated(): Promise<string> {
  await prepareTemplate()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-migrated-'))
  removeAtExit(dataDir)
  const { databaseTemplates } = readConfig(process.env)
  await prepareFolder(dataDir, (folder) => copyTemplate(databaseTemplates, folder))
  return dataDir
}

/** A data folder whose database is closed and without any table, to be copied from. */
export async function sharedDataFolder(): Promise<string> {
  empty ??= makeTemplate(emptyData, async (folder) => {
    await prepareFolder(folder, initialiseHere)
  })
  await empty
  return path.join(await templateFolder(emptyData), 'database')
}
