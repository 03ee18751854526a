import { hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { writeFlushed } from '../core/write-flushed.ts'
import { openWithPassphrase, PassphraseSealed, sealWithPassphrase } from './passphrase.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { openBytes, SealBroken, sealBytes } from './sealed-file.ts'

/** What the system keeps secrets in, such as Electron's safeStorage. */
export type Keychain = {
  seal: (secret: Buffer) => Promise<Buffer>
  /** Null where the system no longer has what it sealed with. */
  open: (sealed: Buffer) => Promise<Buffer | null>
}

const Lock = Type.Union([
  Type.Object({ kind: Type.Literal('passphrase'), ...PassphraseSealed.properties }),
  Type.Object({ kind: Type.Literal('recovery_code'), ...PassphraseSealed.properties }),
  /** `sealed`: base64, as the keychain gave it. */
  Type.Object({ kind: Type.Literal('keychain'), sealed: Type.String() }),
])
type Lock = Static<typeof Lock>
export type LockKind = Lock['kind']

const KeyId = Type.String({ pattern: '^[0-9a-f]{32}$' })

/** `library-key.json`: that a library is encrypted, and its key, sealed once for each way to open it. */
export const LibraryKeyFile = Type.Object({
  format: Type.Literal(1),
  /** Tells the keys of two libraries apart. */
  id: KeyId,
  locks: Type.Array(Lock, { minItems: 1 }),
  /**
   * After a rekey: the library keys before, sealed with the one of now (base64). They open backups of then, and nothing of
   * the library itself.
   */
  former: Type.Optional(Type.Array(Type.Object({ id: KeyId, sealed: Type.String() }))),
})
export type LibraryKeyFile = Static<typeof LibraryKeyFile>

/** What a person or the system opens a library with. */
export type Opener = { passphrase: string } | { recovery_code: string } | { keychain: Keychain }

export const libraryKeyName = 'library-key.json'
/** The same once more: with the one file lost, everything would be. */
const copyName = 'library-key.copy.json'
export const libraryKeyFiles = [libraryKeyName, copyName] as const

/** 32 random bytes, from which all keys of an encrypted library come. */
export const newLibraryKey = (): Buffer => randomBytes(32)

/** The keys of an encrypted library, one for each purpose (HKDF, RFC 5869), so that no two uses share one. */
export type LibraryKeys = {
  /** AES-256-GCM of the database's pages. */
  pages: Buffer
  /** AES-256-XTS of its write-ahead log: 64 bytes. */
  log: Buffer
  /** Seals the key of each recording. */
  recordings: Buffer
  /** Tables in backups. */
  backups: Buffer
  /** Small files: sidecars, `secret-key`. */
  files: Buffer
}

export const deriveLibraryKeys = (libraryKey: Buffer): LibraryKeys => ({
  pages: derive(libraryKey, 'database pages'),
  log: derive(libraryKey, 'database log', 64),
  recordings: derive(libraryKey, 'recordings'),
  backups: derive(libraryKey, 'backups'),
  files: derive(libraryKey, 'files'),
})

const derive = (libraryKey: Buffer, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', libraryKey, Buffer.alloc(0), `earshot library ${purpose}`, bytes))

const purposes = ['pages', 'log', 'recordings', 'backups', 'files'] as const

/** Keys as a message to another process of ours has them: base64. */
export const LibraryKeysText = Type.Record(Type.Enum([...purposes]), Type.String())
export type LibraryKeysText = Static<typeof LibraryKeysText>

export const keysToText = (keys: LibraryKeys): LibraryKeysText =>
  mapKeys((purpose) => keys[purpose].toString('base64'))

export const keysFromText = (text: LibraryKeysText): LibraryKeys =>
  mapKeys((purpose) => Buffer.from(text[purpose], 'base64'))

const mapKeys = <T>(toValue: (purpose: keyof LibraryKeys) => T): Record<keyof LibraryKeys, T> => ({
  pages: toValue('pages'),
  log: toValue('log'),
  recordings: toValue('recordings'),
  backups: toValue('backups'),
  files: toValue('files'),
})

/** Null where the library is not encrypted. Throws LibraryKeyDamaged where neither copy of the file is whole. */
export async function readLibraryKeyFile(dataDir: string): Promise<LibraryKeyFile | null> {
  let isMissing = true
  for (const name of libraryKeyFiles) {
    const text = await readFile(path.join(dataDir, name), 'utf8').catch(ignoreMissing)
    isMissing &&= text === undefined
    const found = text === undefined ? null : parse(text)
    if (Value.Check(LibraryKeyFile, found)) return found
  }
  if (isMissing) return null
  throw new LibraryKeyDamaged()
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `library-key.json` is not whole; without a copy of it nothing opens the library. */
export class LibraryKeyDamaged extends Error {
  constructor() {
    super(`The file ${libraryKeyName} in the data folder is damaged; put it back from a backup.`)
    this.name = 'LibraryKeyDamaged'
  }
}

/** Each copy whole or not at all, mode 0600, one after the other. */
export async function writeLibraryKeyFile(folder: string, file: LibraryKeyFile): Promise<void> {
  for (const name of libraryKeyFiles) {
    const target = path.join(folder, name)
    const part = `${target}.part`
    await rm(part, { force: true })
    await writeFlushed(part, `${JSON.stringify(file, null, 2)}\n`)
    await rename(part, target)
  }
}

/** A file for a new library key, with a lock for each opener. `cost` is that of passphrases, lower in tests only. */
export async function makeLibraryKeyFile(
  libraryKey: Buffer,
  openers: readonly Opener[],
  cost?: number,
): Promise<LibraryKeyFile> {
  const id = randomBytes(16).toString('hex')
  const locks = await Promise.all(openers.map((opener) => makeLock(libraryKey, opener, cost)))
  return { format: 1, id, locks }
}

/** The file of a new library key that takes the place of another one, which it seals: that opens backups of then. */
export function withFormerKeys(
  file: LibraryKeyFile,
  libraryKey: Buffer,
  before: { file: LibraryKeyFile; key: Buffer },
): LibraryKeyFile {
  const { files } = deriveLibraryKeys(libraryKey)
  const older = (before.file.former ?? []).map(({ id }) => ({
    id,
    key: openFormerKey(before.file, deriveLibraryKeys(before.key).files, id),
  }))
  const former = [{ id: before.file.id, key: before.key }, ...older].flatMap(({ id, key }) =>
    key ? [{ id, sealed: sealBytes(files, key).toString('base64') }] : [],
  )
  return { ...file, former }
}

/** The library key of this id from before a rekey; null where there is none. `filesKey` is that of the library now. */
export function openFormerKey(
  { former = [] }: LibraryKeyFile,
  filesKey: Buffer,
  id: string,
): Buffer | null {
  const found = former.find((each) => each.id === id)
  if (!found) return null
  try {
    return openBytes(filesKey, Buffer.from(found.sealed, 'base64'))
  } catch (error) {
    // It is asked for what opens the backup instead.
    if (error instanceof SealBroken) return null
    throw error
  }
}

/** The same key, with the lock of this opener's kind made anew. */
export async function replaceLock(
  file: LibraryKeyFile,
  libraryKey: Buffer,
  opener: Opener,
  cost?: number,
): Promise<LibraryKeyFile> {
  const lock = await makeLock(libraryKey, opener, cost)
  return { ...file, locks: [...file.locks.filter(({ kind }) => kind !== lock.kind), lock] }
}

/** The same key without the lock of a kind. */
export const removeLock = (file: LibraryKeyFile, kind: LockKind): LibraryKeyFile => ({
  ...file,
  locks: file.locks.filter((lock) => lock.kind !== kind),
})

async function makeLock(libraryKey: Buffer, opener: Opener, cost?: number): Promise<Lock> {
  if ('keychain' in opener) {
    const sealed = await opener.keychain.seal(libraryKey)
    return { kind: 'keychain', sealed: sealed.toString('base64') }
  }
  if ('passphrase' in opener) {
    const sealed = await sealWithPassphrase(libraryKey, opener.passphrase, cost)
    return { kind: 'passphrase', ...sealed }
  }
  const code = readRecoveryCode(opener.recovery_code)
  return { kind: 'recovery_code', ...(await sealWithPassphrase(libraryKey, code, cost)) }
}

/** The library key; null where this does not open it. */
export async function openLibraryKey(
  { locks }: LibraryKeyFile,
  opener: Opener,
): Promise<Buffer | null> {
  for (const lock of locks) {
    const opened = await openLock(lock, opener)
    if (opened?.length === 32) return opened
  }
  return null
}

async function openLock(lock: Lock, opener: Opener): Promise<Buffer | null> {
  if (lock.kind === 'keychain') {
    if (!('keychain' in opener)) return null
    return opener.keychain.open(Buffer.from(lock.sealed, 'base64'))
  }
  if (lock.kind === 'passphrase') {
    return 'passphrase' in opener ? openWithPassphrase(lock, opener.passphrase) : null
  }
  if (!('recovery_code' in opener)) return null
  return openWithPassphrase(lock, readRecoveryCode(opener.recovery_code))
}
