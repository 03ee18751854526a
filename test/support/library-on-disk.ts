import { cpSync } from 'node:fs'
import { mkdtemp, open, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import type { Adapters } from '../../service/adapters.ts'
import { startTestApp, type TestApp } from './app.ts'
import { givenProject, givenRecording } from './factory.ts'
import { copyFolder, removeAtExit } from './folders.ts'
import { prepareTemplate } from './prepared-data.ts'

/** A library in files, as a power cut left it; the tests damage copies of it. */
export type Library = {
  folder: string
  projectId: string
  recordingIds: readonly string[]
  /** Where the rows of a table, or an index, lie in `folder`. */
  files: ReadonlyMap<string, string>
}

const log = createLog('silent')

/** The service in this process over a data folder. */
export async function startOnFolder(
  folder: string,
  adapters: Partial<Adapters> = {},
): Promise<TestApp> {
  await prepareTemplate()
  const { databaseTemplates: templates } = readConfig(process.env)
  const db = await openDatabase({ dataDir: folder, log, templates })
  return startTestApp({ db, ...adapters, env: { EARSHOT_DATA_DIR: folder } })
}

let made: Promise<Library> | undefined

/** Two recordings through the API, and copies of their rows that fill several pages of each table; made once per worker. */
export function libraryOnDisk(): Promise<Library> {
  made ??= makeLibrary()
  return made
}

async function makeLibrary(): Promise<Library> {
  const [work, folder] = [await makeFolder(), await makeFolder()]
  const app = await startOnFolder(work)
  const { id: projectId } = await givenProject(app)
  const recordingIds = [
    await givenRecording(app, projectId, { filename: 'first.wav' }),
    await givenRecording(app, projectId, { filename: 'second.wav' }),
  ]
  await app.idle()
  await app.deps.db.transaction(async (tx) => {
    await sql`INSERT INTO content
      (id, project_id, filename, content_type, size_bytes, status, created_at, updated_at)
      SELECT 'cont_' || n, ${projectId}, n || '.wav', 'audio/wav', 1, 'uploaded', now(), now()
      FROM generate_series(1, 600) n`.execute(tx)
    await sql`INSERT INTO transcripts (content_id, version, text, word_count, language, model_used,
        speakers, segments, created_at, updated_at)
      SELECT 'cont_' || n, 1, 'said', 1, 'en', 'm', '[]',
        (SELECT jsonb_agg(md5(n || ' ' || place)) FROM generate_series(1, 200) place), now(), now()
      FROM generate_series(1, 600) n`.execute(tx)
    await sql`INSERT INTO events (id, organization_id, project_id, event, data, created_at)
      SELECT 'evt_' || n, organizations.id, ${projectId}, 'content.created', '{}', now()
      FROM organizations, generate_series(1, 600) n`.execute(tx)
  })
  const files = await readFiles(app)
  await sql`CHECKPOINT`.execute(app.deps.db.sql)
  // Closing another descriptor of the lock would drop it.
  const isCopied = (file: string) => path.basename(file) !== 'owner.lock'
  cpSync(work, folder, { recursive: true, filter: isCopied })
  await app.stop()
  await rm(work, { recursive: true, force: true })
  removeAtExit(folder)
  return { folder, projectId, recordingIds, files }
}

const makeFolder = () => mkdtemp(path.join(tmpdir(), 'earshot-library-'))

async function readFiles({ deps }: TestApp): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; toast: string | null; file: string }>`
    SELECT c.relname AS name, owner.relname AS toast, pg_relation_filepath(c.oid) AS file
    FROM pg_class c LEFT JOIN pg_class owner ON owner.reltoastrelid = c.oid
    WHERE c.relkind IN ('r', 'i', 't') AND pg_relation_filepath(c.oid) IS NOT NULL`.execute(
    deps.db.sql,
  )
  const nameOf = ({ name, toast }: (typeof rows)[number]) =>
    toast === null ? name : `${toast} (large values)`
  return new Map(rows.map((row) => [nameOf(row), path.join('database', row.file)]))
}

/** A copy of the library to damage; the caller removes it. */
export async function copyLibrary({ folder }: Library): Promise<string> {
  const copy = await makeFolder()
  copyFolder(folder, copy)
  return copy
}

export type Damage = (file: string, at?: number) => Promise<void>

const pageBytes = 8192

/** What disks and file systems do to a file; `at` is a share of its pages. */
export const damages = {
  'a page of zeros': async (file, at = 0) => {
    const pages = (await stat(file)).size / pageBytes
    await writeAt(file, Buffer.alloc(pageBytes), Math.floor(at * pages) * pageBytes)
  },
  'a flipped byte': async (file, at = 0) => {
    const pages = (await stat(file)).size / pageBytes
    const place = Math.floor(at * pages) * pageBytes + 5_000
    await writeAt(file, Buffer.from([(await byteAt(file, place)) ^ 0x40]), place)
  },
  'cut short': async (file) => truncate(file, (await stat(file)).size - pageBytes),
  'cut to nothing': async (file) => truncate(file, 0),
} satisfies Record<string, Damage>

async function byteAt(file: string, place: number): Promise<number> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, place)
  await handle.close()
  return buffer[0] ?? 0
}

async function writeAt(file: string, bytes: Buffer, place: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(bytes, 0, bytes.length, place)
  await handle.close()
}
