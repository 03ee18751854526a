import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { writeFlushed } from '../core/write-flushed.ts'
import { LibraryKeyFile } from '../encryption/library-key.ts'
import { PassphraseSealed } from '../encryption/passphrase.ts'
import { BackupDamaged, BackupTooNew } from './errors.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Time = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$` })

/** `tables/NAME.jsonl.gz`, or that as a sealed file with `.sealed` behind it: for each row a JSON array of the columns as PostgreSQL writes them, null for NULL. */
const Table = Type.Object({
  name: Type.String({ pattern: '^[a-z_]{1,63}$' }),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
  /** Of the lines, in the order of the primary key, before they were compressed. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
})
export type Table = Static<typeof Table>

const Sequence = Type.Object({
  name: Type.String(),
  last_value: Type.Integer(),
  is_called: Type.Boolean(),
})

/** `recordings/ID`, with `recordings/ID.json` beside it. */
const Media = Type.Object({
  id: Type.String({ pattern: '^cont_[0-9a-z]{26}$' }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Null of recordings that came in before hashes were made. */
  sha256: Type.Union([Sha256, Type.Null()]),
  is_included: Type.Boolean(),
})

export type Media = Static<typeof Media>

/** `secret_key`: the file of that name, base64, sealed as it lies in an encrypted library. */
export const BackupEncryption = Type.Object({
  library_key: LibraryKeyFile,
  secret_key: Type.String(),
})
export type BackupEncryption = Static<typeof BackupEncryption>

/** What a backup holds, and how to tell that it is whole. Written last. */
export const Manifest = Type.Object({
  /** 2: encrypted. */
  format: Type.Union([Type.Literal(1), Type.Literal(2)]),
  app_version: Type.String(),
  created_at: Time,
  /** The steps that made the tables, in their order. */
  migrations: Type.Array(Type.Object({ name: Type.String(), sha256: Sha256 })),
  tables: Type.Array(Table),
  sequences: Type.Array(Sequence),
  media: Type.Array(Media),
  /** The installation's key, which opens what the tables have sealed. */
  secret: Type.Union([PassphraseSealed, Type.Null()]),
  /** Of an encrypted library: its tables and recordings are sealed with keys that the library's key opens. */
  encryption: Type.Optional(BackupEncryption),
})
export type Manifest = Static<typeof Manifest>

export const manifestFile = 'manifest.json'
/** Size in bytes that no manifest reaches: one of 100,000 recordings has 20 MB. */
export const mostManifestBytes = 256_000_000
export const tableFile = (name: string, { isSealed }: { isSealed: boolean }): string =>
  path.join('tables', `${name}.jsonl.gz${isSealed ? '.sealed' : ''}`)

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFlushed(path.join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)

/** Throws BackupDamaged where it is missing or not whole, BackupTooNew for a format that is not known here. */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestFile)
  const facts = await stat(file).catch(() => null)
  if (!facts?.isFile() || facts.size > mostManifestBytes) {
    throw new BackupDamaged(`${manifestFile} is missing, or is none`)
  }
  const found = await readJson(file)
  const isNewer = Value.Check(Type.Object({ format: Type.Integer({ minimum: 3 }) }), found)
  if (isNewer) throw new BackupTooNew(`format ${found.format} is not known to this version`)
  if (!Value.Check(Manifest, found)) throw new BackupDamaged(`${manifestFile} is not whole`)
  return found
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new BackupDamaged(`${manifestFile} is missing or unreadable`, error)
  }
}
