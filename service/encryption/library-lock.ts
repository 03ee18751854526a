import {
  deriveLibraryKeys,
  makeLibraryKeyFile,
  newLibraryKey,
  openLibraryKey,
  readLibraryKeyFile,
  removeLock,
  replaceLock,
  withFormerKeys,
  writeLibraryKeyFile,
  type Keychain,
  type LibraryKeyFile,
  type LibraryKeys,
  type LockKind,
  type Opener,
} from './library-key.ts'

/** Whether a library is encrypted, and its key while it is open. */
export type LibraryLock = {
  /** Looks again whether the library is encrypted, and opens it by what is at hand. Throws LibraryKeyDamaged. */
  load: () => Promise<void>
  isEncrypted: () => boolean
  isLocked: () => boolean
  /** Null where the library is not encrypted or is locked. */
  keys: () => LibraryKeys | null
  /** Throws where there are none. */
  requireKeys: () => LibraryKeys
  openedBy: () => readonly LockKind[]
  /** Whether it is open now. */
  open: (opener: Opener) => Promise<boolean>
  /** Forgets the key; what is at hand does not open it again by itself. */
  close: () => void
  /** Puts a lock in the place of the one of its kind. The library is open. */
  replace: (opener: Opener) => Promise<void>
  remove: (kind: LockKind) => Promise<void>
  /** Another key for the library, with its file, which also seals the keys of before. The library is open. */
  makeNext: (openers: readonly Opener[]) => Promise<OpenedKey>
  /** The library is encrypted from now on with this key, which is open; null: it no longer is. */
  adopt: (made: OpenedKey | null) => void
}

/** A library's key, and the file that it is sealed in. */
type OpenedKey = { file: LibraryKeyFile; key: Buffer }

/**
 * `atHand`: what the host opens a library with, without asking anybody. `passphraseCost`: of locks that are made,
 * lower in tests only.
 */
export function createLibraryLock(
  dataDir: string,
  atHand: readonly Opener[],
  passphraseCost?: number,
): LibraryLock {
  let file: LibraryKeyFile | null = null
  let key: Buffer | null = null
  let isClosed = false
  const open = async (opener: Opener): Promise<boolean> => {
    key = file && (await openLibraryKey(file, opener))
    if (key) isClosed = false
    return key !== null
  }
  const forget = (): void => {
    key?.fill(0)
    key = null
  }
  const requireKey = (): Buffer => {
    if (key) return key
    throw new Error('The library is not open.')
  }
  const store = async (change: (now: LibraryKeyFile, open: Buffer) => Promise<LibraryKeyFile>) => {
    if (!file) throw new Error('The library is not encrypted.')
    const changed = await change(file, requireKey())
    await writeLibraryKeyFile(dataDir, changed)
    file = changed
  }
  return {
    load: async () => {
      const found = await readLibraryKeyFile(dataDir)
      if (found?.id !== file?.id) forget()
      file = found
      if (!file || key || isClosed) return
      for (const opener of atHand) if (await open(opener)) return
    },
    isEncrypted: () => file !== null,
    isLocked: () => file !== null && key === null,
    keys: () => key && deriveLibraryKeys(key),
    requireKeys: () => deriveLibraryKeys(requireKey()),
    openedBy: () => file?.locks.map(({ kind }) => kind) ?? [],
    open,
    close: () => {
      forget()
      isClosed = true
    },
    replace: (opener) => store((now, opened) => replaceLock(now, opened, opener, passphraseCost)),
    remove: (kind) => store(async (now) => removeLock(now, kind)),
    makeNext: async (openers) => {
      if (!file) throw new Error('The library is not encrypted.')
      const next = newLibraryKey()
      const made = await makeLibraryKeyFile(next, openers, passphraseCost)
      return { file: withFormerKeys(made, next, { file, key: requireKey() }), key: next }
    },
    adopt: (made) => {
      forget()
      file = made?.file ?? null
      key = made?.key ?? null
    },
  }
}

/** What a host opens a library with by itself, without asking anybody. */
export type OpenedBy = { keychain?: Keychain | null; passphrase?: string | null }

export const openersAtHand = ({ keychain, passphrase }: OpenedBy): readonly Opener[] => [
  ...(keychain ? [{ keychain }] : []),
  ...(passphrase ? [{ passphrase }] : []),
]
