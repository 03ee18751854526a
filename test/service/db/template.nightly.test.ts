import { appendFile, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openDatabase } from '../../../service/db/open-database.ts'
import {
  copyTemplate,
  makeTemplate,
  templateFolder,
  TemplateUnusable,
} from '../../../service/db/template.ts'
import { listFolder, temporaryFolder } from '../../support/folders.ts'
import { copyTemplates, prepareTemplate } from '../../support/prepared-data.ts'

// Makes it where no test has yet, which takes seconds.
beforeAll(() => prepareTemplate(), 120_000)

async function open(templates: string) {
  const dataDir = await temporaryFolder()
  const db = await openDatabase({ dataDir, log: createLog('silent'), templates })
  onTestFinished(() => db.close())
  return { db, dataDir }
}

test('a first start copies the template, which opens as any database', async () => {
  const templates = await copyTemplates()
  const { db, dataDir } = await open(templates)
  await sql`CREATE TABLE t AS SELECT 1 AS n`.execute(db.sql)
  expect((await sql`SELECT n FROM t`.execute(db.sql)).rows).toEqual([{ n: 1 }])
  expect(await readdir(dataDir)).not.toContain('database.new')
  // The template stays as it was made, for the next data folder.
  await expect(copyTemplate(templates, await temporaryFolder())).resolves.toBeUndefined()
})

test('a damaged template is refused file by file, and a database made without it', async () => {
  const templates = await copyTemplates()
  const control = path.join(await templateFolder(templates), 'database/global/pg_control')
  await appendFile(control, 'x')
  const target = await temporaryFolder()
  await expect(copyTemplate(templates, target)).rejects.toThrow(TemplateUnusable)

  const { db } = await open(templates)
  expect((await sql`SELECT 1 AS n`.execute(db.sql)).rows).toEqual([{ n: 1 }])
})

test('it is made once; that of an earlier version goes', async () => {
  const templates = await temporaryFolder()
  await mkdir(path.join(templates, '0123456789abcdef'))
  let made = 0
  const make = async () => void (made += 1)
  expect(await makeTemplate(templates, make)).toBe('made')
  expect(await makeTemplate(templates, make)).toBe('present')
  expect(made).toBe(1)
  expect(await readdir(templates)).toEqual([path.basename(await templateFolder(templates))])
})

test('what fails while it is made leaves nothing behind', async () => {
  const templates = await temporaryFolder()
  const failing = makeTemplate(templates, () => Promise.reject(new Error('no space')))
  await expect(failing).rejects.toThrow('no space')
  expect(await listFolder(templates)).toEqual({})
  await rm(templates, { recursive: true })
  await expect(copyTemplate(templates, await temporaryFolder())).rejects.toThrow(TemplateUnusable)
})
