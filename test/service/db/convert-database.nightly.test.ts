import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open as openFile, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { hashTables } from '../../../service/backup/dump.ts'
import { createLog } from '../../../service/core/log.ts'
import { convertDatabase } from '../../../service/db/convert-database.ts'
import { openDatabase, type OpenOptions } from '../../../service/db/open-database.ts'
import {
  DatabaseDamaged,
  DatabaseKeysMismatch,
  DatabaseNotClosed,
} from '../../../service/db/open-errors.ts'
import { sealedPageBytes } from '../../../service/db/sealed-form.ts'
import { deriveLibraryKeys } from '../../../service/encryption/library-key.ts'
import { copyFolder, hashFolder, temporaryFolder } from '../../support/folders.ts'
import { testKeys } from '../../support/library-keys.ts'
import { isNightly } from '../../support/nightly.ts'
import { copyTemplates, sharedDataFolder } from '../../support/prepared-data.ts'
import { findWords, sealedDataFolder } from '../../support/sealed-library.ts'

const log = createLog('silent')
// The first start takes seconds, on a busy machine many.
beforeAll(() => sharedDataFolder(), 120_000)

const otherKeys = deriveLibraryKeys(randomBytes(32))
const words = ['saidmarker', 'namemarker']

/** A data folder to which a converted database is brought. */
const newPlace = async () => path.join(await temporaryFolder(), 'database')

async function hashesIn(database: string, keys?: OpenOptions['keys']) {
  const dataDir = path.dirname(database)
  const db = await openDatabase({ dataDir, log, ...(keys ? { keys } : {}) })
  const hashes = await hashTables(db)
  await db.close()
  return hashes
}

test('there, to other keys and back: the same rows, and words only where it is not encrypted', async () => {
  const plain = await newPlace()
  copyFolder(path.join(await sharedDataFolder(), 'database'), plain)
  const db = await openDatabase({ dataDir: path.dirname(plain), log })
  await sql`CREATE TABLE namemarker AS
    SELECT n, 'saidmarker ' || n AS body FROM generate_series(1, 5000) n`.execute(db.sql)
  const before = await hashTables(db)
  await db.close()
  // What a killed process leaves of a large sort.
  await mkdir(path.join(plain, 'base/pgsql_tmp'), { recursive: true })
  await writeFile(path.join(plain, 'base/pgsql_tmp/pgsql_tmp42.0'), 'saidmarker')
  const untouched = await hashFolder(plain)

  const [sealed, resealed, back] = [await newPlace(), await newPlace(), await newPlace()]
  const shares: number[] = []
  await convertDatabase(plain, sealed, { seal: testKeys }, (share) => shares.push(share))
  expect(await hashFolder(plain)).toEqual(untouched)
  expect(await findWords(sealed, words)).toEqual([])
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBeCloseTo(1)
  // Otherwise it comes back below, and that PostgreSQL reads such files sealed-files.test.ts shows.
  if (isNightly) expect(await hashesIn(sealed, testKeys)).toEqual(before)

  await convertDatabase(sealed, resealed, { open: testKeys, seal: otherKeys })
  await convertDatabase(resealed, back, { open: otherKeys })
  expect(await findWords(resealed, words)).toEqual([])
  expect(await hashesIn(back)).toEqual(before)
}, 60_000)

test('what was not closed, or not whole, is not converted', async () => {
  const dataDir = await sealedDataFolder()
  const from = path.join(dataDir, 'database')
  const db = await openDatabase({ dataDir, log, keys: testKeys })
  const to = await newPlace()
  await expect(convertDatabase(from, to, { open: testKeys })).rejects.toThrow(DatabaseNotClosed)
  await db.close()
  await expect(convertDatabase(from, to, {})).rejects.toThrow(DatabaseKeysMismatch)
  expect(existsSync(to)).toBe(false)

  // pg_class, in which every database begins.
  const file = path.join(from, 'base/5/1259')
  const [byte] = (await readFile(file)).subarray(sealedPageBytes + 10)
  const handle = await openFile(file, 'r+')
  await handle.write(Buffer.from([(byte ?? 0) ^ 1]), 0, 1, sealedPageBytes + 10)
  await handle.close()
  await expect(convertDatabase(from, to, { open: testKeys })).rejects.toThrow(DatabaseDamaged)
  await expect(openDatabase({ dataDir: path.dirname(to), log })).rejects.toThrow(DatabaseDamaged)
})

test('a database is opened in no other state than it is in', async () => {
  const sealed = await sealedDataFolder()
  const plain = await temporaryFolder()
  copyFolder(await sharedDataFolder(), plain)
  const refusals = [
    [sealed, {}, 'keys_missing'],
    [sealed, { keys: otherKeys }, 'other_keys'],
    [plain, { keys: testKeys }, 'not_sealed'],
  ] as const
  for (const [dataDir, keys, reason] of refusals) {
    const before = await hashFolder(dataDir, ['owner.lock'])
    const refusal = await openDatabase({ dataDir, log, ...keys }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseKeysMismatch)
    expect(refusal).toMatchObject({ reason })
    expect(await hashFolder(dataDir, ['owner.lock'])).toEqual(before)
  }
})

test('a first start with keys makes an encrypted database of the template', async () => {
  const templates = await copyTemplates()
  const dataDir = await temporaryFolder()
  const db = await openDatabase({ dataDir, log, templates, keys: testKeys })
  onTestFinished(() => db.close())
  await sql`CREATE TABLE namemarker (n integer)`.execute(db.sql)
  await sql`CHECKPOINT`.execute(db.sql)
  expect(await findWords(dataDir, words)).toEqual([])
  expect(existsSync(path.join(dataDir, 'database.new'))).toBe(false)
  // PostgreSQL's own names are as little to be read.
  expect(await findWords(path.join(dataDir, 'database/base'), ['pg_catalog'])).toEqual([])
})
