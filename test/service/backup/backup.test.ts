import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { list, type ReadEntry } from 'tar'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { packBackup } from '../../../service/backup/archive.ts'
import { dumpTables, hashTables } from '../../../service/backup/dump.ts'
import { BackupDamaged, BackupTooNew } from '../../../service/backup/errors.ts'
import { loadBackup } from '../../../service/backup/load.ts'
import {
  readManifest,
  tableFile,
  writeManifest,
  type Manifest,
} from '../../../service/backup/manifest.ts'
import { requireTables, unpackBackup } from '../../../service/backup/unpack.ts'
import { sealWithPassphrase, openWithPassphrase } from '../../../service/encryption/passphrase.ts'
import type { Db } from '../../../service/db/database.ts'
import type { OpenedDb } from '../../../service/db/open-database.ts'
import { openTestDatabase } from '../../support/database.ts'
import { copyFolder, hashFolder, temporaryFolder } from '../../support/folders.ts'
import { testPassphraseCost } from '../../support/library-keys.ts'
import { perChange } from '../../support/nightly.ts'

/** Values that a careless way of writing would change. */
const odd = 'tab\t, "quotes" \\N \\. \u2028 line\nfeed\r\n, {a,NULL}, 🙂 and a wide e\u0301'

async function fill({ sql: filled }: Pick<Db, 'sql'>): Promise<void> {
  await sql`
    INSERT INTO organizations (id, name, slug, transcription_minutes_limit, storage_gb_limit, created_at)
    VALUES ('org_1', ${odd}, 'org', 0.1, 1e300, '2026-03-29 01:59:59.123456+01')`.execute(filled)
  await sql`
    INSERT INTO projects (id, organization_id, name, slug, created_at, updated_at)
    VALUES ('proj_1', 'org_1', 'Sales', 'sales', now(), now())`.execute(filled)
  await sql`
    INSERT INTO api_keys (id, organization_id, name, key_prefix, key_hash, key_type, scopes, project_ids,
      is_session, created_at)
    VALUES ('key_1', 'org_1', 'a', 'p', 'h1', 'secret', ARRAY['read', ${odd}], '{}', FALSE, now()),
      ('key_2', 'org_1', 'b', 'p', 'h2', 'secret', ARRAY['read'], NULL, TRUE, now())`.execute(
    filled,
  )
  await sql`
    INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
    VALUES ('cont_1', 'proj_1', 'Müller.wav', 'audio/wav', 1, 'completed', now(), now())`.execute(
    filled,
  )
  await sql`
    INSERT INTO transcripts (content_id, version, text, word_count, language, model_used, speakers, segments,
      created_at, updated_at)
    SELECT 'cont_1', version, repeat(${odd}, 4000), 1, 'en', 'm', 'null', '[{"a": 1.10}]', now(), now()
    FROM generate_series(1, 12) version`.execute(filled)
  await sql`
    INSERT INTO prompts (id, organization_id, name, type, template, output_schema, created_at, updated_at)
    VALUES ('prompt_1', 'org_1', 'P', 'custom', 't', '{"b":  1, "a": null}', now(), now()),
      ('prompt_2', 'org_1', 'P', 'custom', 't', 'null', now(), now()),
      ('prompt_3', 'org_1', 'P', 'custom', 't', NULL, now(), now())`.execute(filled)
  await sql`
    INSERT INTO transcription_usage (content_id, organization_id, minutes, created_at)
    SELECT 'cont_' || n, 'org_1', n / 7.0, now() FROM generate_series(1, 2500) n`.execute(filled)
  await sql`
    INSERT INTO jobs (name, lane, payload, state, max_attempts, created_at)
    VALUES ('a.b', 'light', '{}', 'waiting', 1, now())`.execute(filled)
}

const omit = [
  { table: 'api_keys', where: 'is_session' },
  { table: 'idempotency_keys', where: null },
]

let db: OpenedDb
let made: string
beforeAll(async () => {
  db = await openTestDatabase()
  await fill(db)
  made = await mkdtemp(path.join(tmpdir(), 'earshot-backup-'))
  const dumped = await dumpTables(db, made, { omit })
  await writeManifest(made, {
    format: 1,
    app_version: '1.0.0',
    created_at: '2026-01-01T00:00:00.000Z',
    ...dumped,
    media: [],
    secret: null,
  })
})
afterAll(async () => {
  await db.close()
  await rm(made, { recursive: true })
})

/** A copy of the backup of that database. */
async function givenBackup() {
  const folder = await temporaryFolder()
  copyFolder(made, folder)
  return { folder, manifest: await readManifest(folder) }
}

/** Without rows; from one without tables old-versions.nightly.test.ts begins. */
async function givenEmpty() {
  const empty = await openTestDatabase()
  onTestFinished(() => empty.close())
  return empty
}

test('what is loaded is what was dumped, and goes on where it stood', async () => {
  const { folder, manifest } = await givenBackup()
  const blank = await givenEmpty()
  await loadBackup(blank, folder, manifest)
  const without = (tables: { name: string }[]) =>
    tables.filter(({ name }) => name !== 'api_keys').toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(without(await hashTables(blank))).toEqual(without(await hashTables(db)))
  const keys = await sql<{ id: string }>`SELECT id FROM api_keys`.execute(blank.sql)
  expect(keys.rows).toEqual([{ id: 'key_1' }])
  const inserted = await sql<{ id: number }>`
    INSERT INTO jobs (name, lane, payload, state, max_attempts, created_at)
    VALUES ('a.b', 'light', '{}', 'waiting', 1, now()) RETURNING id`.execute(blank.sql)
  const sequence = manifest.sequences.find(({ name }) => name === 'jobs_id_seq')
  expect(inserted.rows).toEqual([{ id: (sequence?.last_value ?? 0) + 1 }])
  const generated = await sql<{ plain_name: string }>`SELECT plain_name FROM content`.execute(
    blank.sql,
  )
  expect(generated.rows[0]?.plain_name).toBeTruthy()
})

test('a table is JSON that any program reads, and the manifest tells its bytes and hash', async () => {
  const { folder, manifest } = await givenBackup()
  const table = manifest.tables.find(({ name }) => name === 'organizations')
  const bytes = gunzipSync(
    await readFile(path.join(folder, tableFile('organizations', { isSealed: false }))),
  )
  const row = JSON.parse(bytes.toString('utf8').trimEnd()) as string[]
  expect(row[table?.columns.indexOf('name') ?? -1]).toBe(odd)
  expect(bytes.length).toBe(table?.bytes)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(table?.sha256)
  expect(manifest.tables.map(({ name }) => name)).not.toContain('idempotency_keys')
})

test('a changed, cut or missing file is found, and no database is passed off as whole', async () => {
  const { folder, manifest } = await givenBackup()
  const file = path.join(folder, tableFile('transcripts', { isSealed: false }))
  const whole = await readFile(file)
  const text = gunzipSync(whole).toString('utf8')
  const damages = [
    () => truncate(file, whole.length - 10),
    () => writeFile(file, gzipSync(text.replace('quotes', 'Quotes'))),
    // What is not read as a whole, either, and what has another hash, too.
    () => rm(file),
    () => writeFile(file, randomBytes(1000)),
    () => writeFile(file, gzipSync(text.split('\n').slice(1).join('\n'))),
  ]
  for (const damage of damages.slice(0, perChange(2, 5))) {
    await damage()
    const empty = await openTestDatabase()
    await expect(loadBackup(empty, folder, manifest)).rejects.toThrow(BackupDamaged)
    await empty.close()
    await writeFile(file, whole)
  }
  await writeFile(path.join(folder, 'manifest.json'), '{"format": 1')
  await expect(readManifest(folder)).rejects.toThrow(BackupDamaged)
})

test('a backup of a newer version is told from a damaged one', async () => {
  const { folder, manifest } = await givenBackup()
  const later = { name: '9999-later.sql', sha256: '0'.repeat(64) }
  const newer = { ...manifest, migrations: [...manifest.migrations, later] }
  await expect(loadBackup(await givenEmpty(), folder, newer)).rejects.toThrow(BackupTooNew)
  await writeFile(path.join(folder, 'manifest.json'), '{"format": 4}')
  await expect(readManifest(folder)).rejects.toThrow(BackupTooNew)
})

test('one file holds all of it; one that is cut short is refused', async () => {
  const { folder, manifest } = await givenBackup()
  const elsewhere = await temporaryFolder()
  const archive = path.join(elsewhere, 'backup.tar')
  await writeFile(archive, await packBackup(folder))
  expect(await unpackBackup(archive, path.join(elsewhere, 'a'))).toEqual(manifest)
  expect(await hashFolder(path.join(elsewhere, 'a'))).toEqual(await hashFolder(folder))
  const zipped = gzipSync(await readFile(archive))
  await writeFile(`${archive}.gz`, zipped)
  expect(await unpackBackup(`${archive}.gz`, path.join(elsewhere, 'c'))).toEqual(manifest)
  await writeFile(`${archive}.gz`, zipped.subarray(0, zipped.length / 2))
  await expect(unpackBackup(`${archive}.gz`, path.join(elsewhere, 'd'))).rejects.toThrow(
    BackupDamaged,
  )
  expect((await readdir(elsewhere)).filter((name) => /^[cd]\.tar$/.test(name))).toEqual([])
  const { size } = await stat(archive)
  await truncate(archive, Math.floor(size / 1024) * 512)
  await expect(unpackBackup(archive, path.join(elsewhere, 'b'))).rejects.toThrow(BackupDamaged)
})

/** Makes 100 MB of nothing out of 100 KB. */
const bomb = () => gzipSync(Buffer.alloc(100_000_000, ' '))

/** A backup of which another program, or somebody with bad intentions, has written something. */
const foreign: Record<string, (manifest: Manifest, folder: string) => unknown> = {
  'a table with far more in it than the manifest says': async (_manifest, folder) =>
    writeFile(path.join(folder, tableFile('projects', { isSealed: false })), bomb()),
  'a table that cannot hold as much as the manifest says': ({ tables: [table] }) =>
    table && (table.bytes = 1e12),
  'a sequence that is none': ({ sequences: [sequence] }) =>
    sequence && (sequence.name = 'projects'),
  'a sequence without an end': ({ sequences: [sequence] }) =>
    sequence && (sequence.last_value = -5),
  'a table named twice': ({ tables }) =>
    tables.push(...tables.filter(({ name }) => name === 'projects')),
  'columns of another order': ({ tables }) => {
    for (const table of tables) table.columns = table.columns.toReversed()
  },
  'no steps': (manifest) => (manifest.migrations = []),
  'a pipe as the manifest': async (_manifest, folder) => {
    await rm(path.join(folder, 'manifest.json'))
    execFileSync('mkfifo', [path.join(folder, 'manifest.json')])
  },
}

test.skipIf(process.platform === 'win32').each(Object.keys(foreign))(
  'a foreign backup is a damaged one: %s',
  async (name) => {
    const { folder, manifest } = await givenBackup()
    await foreign[name]?.(manifest, folder)
    const load = async () => {
      if (name.includes('pipe')) await readManifest(folder)
      await requireTables(folder, manifest)
      await loadBackup(await givenEmpty(), folder, manifest)
    }
    await expect(load()).rejects.toThrow(BackupDamaged)
  },
)

/** An archive with two recordings, and their ids. */
async function givenRecordingsArchive(
  change: (manifest: Manifest, folder: string) => unknown = () => {},
) {
  const { folder, manifest } = await givenBackup()
  const ids = ['a', 'b'].map((letter) => `cont_${letter.repeat(26)}`)
  await mkdir(path.join(folder, 'recordings'))
  for (const id of ids) await writeFile(path.join(folder, 'recordings', id), `sound of ${id}`)
  manifest.media = ids.map((id) => ({ id, bytes: 40, sha256: null, is_included: true }))
  await change(manifest, folder)
  await rm(path.join(folder, 'manifest.json'))
  await writeManifest(folder, manifest)
  const elsewhere = await temporaryFolder()
  const archive = path.join(elsewhere, 'backup.tar')
  await writeFile(archive, await packBackup(folder))
  return { archive, ids, folder: path.join(elsewhere, 'unpacked') }
}

test('where the header of a recording is damaged, what lies behind it is unpacked', async () => {
  const { archive, ids, folder } = await givenRecordingsArchive()
  const bytes = await readFile(archive)
  const header = bytes.indexOf(`recordings/${ids[0]}`)
  await writeFile(archive, bytes.fill(0xff, header, header + 10))
  const { tables } = await unpackBackup(archive, folder)
  expect(await readdir(path.join(folder, 'recordings'))).toEqual([ids[1]])
  expect(await readdir(path.join(folder, 'tables'))).toHaveLength(tables.length)
})

test('of an archive only what the manifest names is unpacked, and nothing that is larger than it says', async () => {
  const { archive, ids, folder } = await givenRecordingsArchive(async (manifest) => {
    manifest.media = manifest.media.map((media, at) => ({ ...media, is_included: at === 0 }))
  })
  await unpackBackup(archive, folder)
  expect(await readdir(path.join(folder, 'recordings'))).toEqual([ids[0]])
  const large = await givenRecordingsArchive(async ({ media: [first] }, source) => {
    await writeFile(path.join(source, 'recordings', first?.id ?? ''), Buffer.alloc(1_000_000))
  })
  await unpackBackup(large.archive, large.folder)
  expect(await readdir(path.join(large.folder, 'recordings'))).toEqual([ids[1]])
})

test('recordings that share their bytes on the disk are files of their own in the archive', async () => {
  const folder = await temporaryFolder()
  const names = ['a', 'b', 'c'].map((letter) => `recordings/cont_${letter.repeat(26)}`)
  await mkdir(path.join(folder, 'recordings'))
  await writeFile(path.join(folder, names[0] ?? ''), 'sound')
  for (const name of names.slice(1))
    await link(path.join(folder, names[0] ?? ''), path.join(folder, name))
  const entries: string[] = []
  const onReadEntry = ({ path: name, type, size }: ReadEntry) =>
    void entries.push(`${type} ${name} ${size}`)
  await pipeline(await packBackup(folder), list({ onReadEntry }))
  expect(entries).toEqual(names.map((name) => `File ${name} 5`))
})

test('the key of an installation comes back with the passphrase and not without', async () => {
  const secret = randomBytes(32)
  const sealed = await sealWithPassphrase(secret, 'Straße 7', testPassphraseCost)
  expect(await openWithPassphrase(sealed, 'Straße 7')).toEqual(secret)
  expect(await openWithPassphrase(sealed, 'Strasse 7')).toBeNull()
  expect(JSON.stringify(sealed)).not.toContain(secret.toString('base64'))
})
