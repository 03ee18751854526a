import { createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { LibraryKeys } from '../encryption/library-key.ts'
import { DatabaseDamaged, DatabaseKeysMismatch } from './open-errors.ts'
import type { DatabaseKeys } from './sealed-form.ts'

/** The keys of an encrypted library that its database needs. */
export type LibraryDatabaseKeys = Pick<LibraryKeys, 'pages' | 'log'>

/** The major version of PostgreSQL inside the pinned PGlite; its files open with no other. */
const postgresMajor = '18'
/** Written last into a folder that is being made: without it the folder is not a database. */
export const markerName = 'earshot-database.json'
/** PostgreSQL's control file has this size in every version (PG_CONTROL_FILE_SIZE). */
const controlFileBytes = 8192

/** `salt` gives each encrypted database keys of its own, and `check` tells whether they are the right ones; both hex. */
const Sealing = Type.Object({
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
  check: Type.String({ pattern: '^[0-9a-f]{32}$' }),
})
const Marker = Type.Object({
  format: Type.Literal(1),
  postgres: Type.String(),
  made_at: Type.String(),
  /** Of an encrypted database. */
  sealed: Type.Optional(Sealing),
})
export type Marker = Static<typeof Marker>

export const newMarker = (): Marker => ({
  format: 1,
  postgres: postgresMajor,
  made_at: new Date().toISOString(),
})

export const writeMarker = (folder: string, marker: Marker): Promise<void> =>
  writeFile(path.join(folder, markerName), JSON.stringify(marker), { mode: 0o600, flush: true })

/** Throws DatabaseDamaged. */
export function readMarker(folder: string): Marker {
  try {
    return Value.Parse(Marker, JSON.parse(readFileSync(path.join(folder, markerName), 'utf8')))
  } catch (error) {
    throw new DatabaseDamaged(`${markerName} is missing or unreadable`, error)
  }
}

/** What seals a new database under the keys of a library, and what its marker says of that. */
export function newSealing(library: LibraryDatabaseKeys): {
  sealed: Static<typeof Sealing>
  keys: DatabaseKeys
} {
  const salt = randomBytes(16).toString('hex')
  return { sealed: { salt, check: checkOf(library, salt) }, keys: deriveKeys(library, salt) }
}

/**
 * The keys of the database in `folder`; null where it is not encrypted. Throws DatabaseKeysMismatch where `library`
 * does not fit, before any file is opened by PostgreSQL.
 */
export function openSealing(
  folder: string,
  library: LibraryDatabaseKeys | undefined,
): DatabaseKeys | null {
  const { sealed } = readMarker(folder)
  if (sealed === undefined) {
    if (library !== undefined) throw new DatabaseKeysMismatch('not_sealed')
    return null
  }
  if (library === undefined) throw new DatabaseKeysMismatch('keys_missing')
  const isOurs = timingSafeEqual(
    Buffer.from(checkOf(library, sealed.salt)),
    Buffer.from(sealed.check),
  )
  if (!isOurs) throw new DatabaseKeysMismatch('other_keys')
  return deriveKeys(library, sealed.salt)
}

const deriveKeys = ({ pages, log }: LibraryDatabaseKeys, salt: string): DatabaseKeys => ({
  pages: createSecretKey(derive(pages, salt, 'pages', 32)),
  log: createSecretKey(derive(log, salt, 'log', 64)),
})

const checkOf = ({ pages, log }: LibraryDatabaseKeys, salt: string): string =>
  derive(Buffer.concat([pages, log]), salt, 'check', 16).toString('hex')

const derive = (key: Buffer, salt: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(
    hkdfSync('sha256', key, Buffer.from(salt, 'hex'), `earshot database ${purpose}`, bytes),
  )

/** Throws DatabaseDamaged where a file is missing that PGlite would make anew, over what is there. */
export function checkWhole(folder: string): void {
  const at = (...names: string[]): string => path.join(folder, ...names)
  readMarker(folder)
  const version = existsSync(at('PG_VERSION')) ? readFileSync(at('PG_VERSION'), 'utf8').trim() : ''
  if (version !== postgresMajor) {
    throw new DatabaseDamaged(
      version === '' ? 'PG_VERSION is missing or empty' : `it was made by PostgreSQL ${version}`,
    )
  }
  const control = statSync(at('global', 'pg_control'), { throwIfNoEntry: false })
  if (control?.size !== controlFileBytes) {
    throw new DatabaseDamaged('global/pg_control is missing or cut short')
  }
  for (const name of ['base', 'pg_wal']) {
    if (!existsSync(at(name)) || readdirSync(at(name)).length === 0) {
      throw new DatabaseDamaged(`${name}/ is missing or empty`)
    }
  }
}

/** pg_control holds the state of the files at this place; 1 is DB_SHUTDOWNED of PostgreSQL's pg_control.h. */
const [stateAt, shutDown] = [16, 1]

/** Whether a database was closed in order, read before it is opened. */
export function wasShutDown(folder: string): boolean {
  const control = readFileSync(path.join(folder, 'global', 'pg_control'))
  return control.readInt32LE(stateAt) === shutDown
}
