import { readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { canonicalJson } from '../core/canonical-json.ts'
import { writeFlushed } from '../core/write-flushed.ts'
import { LibraryKeyFile } from '../encryption/library-key.ts'
import { PassphraseSealed } from '../encryption/passphrase.ts'
import { openBytes, sealBytes } from '../encryption/sealed-file.ts'
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
  /** Whether its bytes were compared with the hash as this backup was made; absent in those of earlier versions. */
  is_compared: Type.Optional(Type.Boolean()),
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
  /** 2: of an encrypted backup. */
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

/** As it lies in an encrypted backup: what is read without the key, and the whole manifest, that included. */
const SealedManifest = Type.Object({
  format: Type.Literal(3),
  ...Type.Pick(Manifest, ['app_version', 'created_at']).properties,
  encryption: BackupEncryption,
  /** Base64: the manifest as a sealed file, under the key of the tables. */
  sealed: Type.String(),
})
type SealedManifest = Static<typeof SealedManifest>

/** The file of a manifest; earlier versions left that of an encrypted backup readable. */
export type ManifestFile = Manifest | SealedManifest

export const manifestFile = 'manifest.json'
/** Size in bytes that no manifest reaches: one of 100,000 recordings has 20 MB. */
export const mostManifestBytes = 256_000_000
export const tableFile = (name: string, { isSealed }: { isSealed: boolean }): string =>
  path.join('tables', `${name}.jsonl.gz${isSealed ? '.sealed' : ''}`)

/** In the place of another one, too; as a whole or not at all. `key`: of an encrypted backup, whose manifest it seals. */
export async function writeManifest(
  folder: string,
  manifest: Manifest,
  key?: Buffer,
): Promise<void> {
  const file = path.join(folder, manifestFile)
  const part = `${file}.part`
  await rm(part, { force: true })
  const content = key ? sealManifest(manifest, key) : manifest
  await writeFlushed(part, `${JSON.stringify(content, null, 2)}\n`)
  await rename(part, file)
}

function sealManifest(manifest: Manifest, key: Buffer): SealedManifest {
  const { app_version, created_at, encryption } = manifest
  if (!encryption) throw new Error('The manifest is none of an encrypted backup.')
  const sealed = sealBytes(key, Buffer.from(JSON.stringify(manifest))).toString('base64')
  return { format: 3, app_version, created_at, encryption, sealed }
}

/** Resolves with the key of the tables in an encrypted backup. */
export type OpenBackupKey = (encryption: BackupEncryption) => Promise<Buffer>

const noKey: OpenBackupKey = () => {
  throw new Error('What opens the backup is not at hand.')
}

/**
 * Throws BackupDamaged where it is missing, not whole or changed, BackupTooNew for a format that is not known here, and
 * what `open` throws.
 */
export async function readManifest(folder: string, open = noKey): Promise<Manifest> {
  const manifest = await readManifestFile(folder)
  return manifest.format === 3 ? openManifest(manifest, await open(manifest.encryption)) : manifest
}

/** The same, with what is sealed as it is. */
export async function readManifestFile(folder: string): Promise<ManifestFile> {
  const file = path.join(folder, manifestFile)
  const facts = await stat(file).catch(() => null)
  if (!facts?.isFile() || facts.size > mostManifestBytes) {
    throw new BackupDamaged(`${manifestFile} is missing, or is none`)
  }
  const found = await readJson(file)
  const isNewer = Value.Check(Type.Object({ format: Type.Integer({ minimum: 4 }) }), found)
  if (isNewer) throw new BackupTooNew(`format ${found.format} is not known to this version`)
  if (Value.Check(SealedManifest, found) || Value.Check(Manifest, found)) return found
  throw new BackupDamaged(`${manifestFile} is not whole`)
}

/** Opens a sealed manifest; throws BackupDamaged where the readable fields beside the seal differ from those within. */
function openManifest({ sealed, ...readable }: SealedManifest, key: Buffer): Manifest {
  const manifest = unsealJson(sealed, key)
  if (!Value.Check(Manifest, manifest)) throw new BackupDamaged(`${manifestFile} is not whole`)
  const { app_version, created_at, encryption } = manifest
  const inside = { format: 3, app_version, created_at, encryption }
  if (canonicalJson(inside) === canonicalJson(readable)) return manifest
  throw new BackupDamaged(`${manifestFile} was changed`)
}

function unsealJson(sealed: string, key: Buffer): unknown {
  try {
    return JSON.parse(openBytes(key, Buffer.from(sealed, 'base64')).toString('utf8'))
  } catch (error) {
    throw new BackupDamaged(`${manifestFile} was changed`, error)
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new BackupDamaged(`${manifestFile} is missing or unreadable`, error)
  }
}
