import { ApiError } from './core/errors.ts'
import { isFullDisk } from './core/full-disk.ts'
import type { Log } from './core/log.ts'
import type { StartScript } from './core/script-child.ts'
import type { Clock } from './core/time.ts'
import type { EncryptionHost, EncryptionWork } from './encryption/host.ts'
import {
  deriveLibraryKeys,
  makeLibraryKeyFile,
  newLibraryKey,
  type Keychain,
} from './encryption/library-key.ts'
import type { LibraryLock } from './encryption/library-lock.ts'
import { newRecoveryCode } from './encryption/recovery-code.ts'
import { swap, type Swap } from './recovery/swap.ts'

type Library = {
  dataDir: string
  lock: LibraryLock
  keychain: Keychain | null
  /** The scrypt cost of new passphrases; only tests lower it. */
  passphraseCost: number | undefined
  clock: Clock
  log: Log
  startScript: StartScript | undefined
  isOpen: () => boolean
  /** Runs it after what was begun before. */
  inTurn: (work: () => Promise<void>) => Promise<void>
  /** Closes the library, and answers without it. */
  close: () => Promise<void>
  /** Opens it, or answers without it where it is locked or damaged. */
  reopen: () => Promise<void>
}

/** Encrypts, locks and opens a library for the process that hosts it. */
export function createEncryptionHost(library: Library): EncryptionHost {
  const { dataDir, lock, keychain, passphraseCost, clock, log, startScript } = library
  const tools = { dataDir, log, startScript }
  let work: EncryptionWork | null = null
  let isMoving = false
  /** Opens or closes the library. */
  const move = (how: () => Promise<void>): void => {
    isMoving = true
    void library
      .inTurn(how)
      .catch((error: unknown) => log.error({ err: error }, 'the library was not closed cleanly'))
      .finally(() => (isMoving = false))
  }
  const require = (isPossible: boolean, text: string): void => {
    if (work?.status === 'running' || isMoving)
      throw new ApiError('encryption_not_possible', isChanging)
    if (!isPossible) throw new ApiError('encryption_not_possible', text)
  }
  const requireOpen = () =>
    require(library.isOpen() && lock.isEncrypted(), 'The library is not encrypted, or not open.')
  const note = (change: Partial<EncryptionWork>): void => {
    if (work) work = { ...work, ...change }
  }
  /** Closes the library, changes it and opens it again; as it was, where that fails. */
  const begin = (
    action: EncryptionWork['action'],
    prepare: (onProgress: (progress: number) => void) => Promise<Swap>,
    finish: () => Promise<void>,
  ): void => {
    work = { action, status: 'running', progress: null, error_code: null }
    const change = async (): Promise<void> => {
      let end: Partial<EncryptionWork> = { status: 'completed', progress: 1 }
      try {
        await library.close()
        await swap(dataDir, await prepare((progress) => note({ progress })), clock.now())
        await finish()
      } catch (error) {
        log.error({ err: error, action }, 'the library could not be changed')
        const code = isFullDisk(error) ? 'insufficient_storage' : 'failed'
        end = { status: 'failed', error_code: code }
      }
      await library.reopen()
      // Not before: who waits for the end goes on with a library that is open.
      note(end)
    }
    void library.inTurn(change)
  }
  return {
    state: () => ({
      isEncrypted: lock.isEncrypted(),
      isLocked: lock.isLocked(),
      isMoving,
      openedBy: lock.openedBy(),
      hasKeychain: keychain !== null,
      work,
    }),
    encrypt: async ({ passphrase, usesKeychain, removesReadableCopies }) => {
      require(library.isOpen() && !lock.isEncrypted(), 'The library is encrypted, or not open.')
      const byKeychain = usesKeychain ? [{ keychain: requireKeychain(keychain) }] : []
      const [key, recoveryCode] = [newLibraryKey(), newRecoveryCode()]
      const openers = [{ passphrase }, { recovery_code: recoveryCode }, ...byKeychain]
      const file = await makeLibraryKeyFile(key, openers, passphraseCost)
      const { prepareEncrypted } = await import('./recovery/encrypt.ts')
      begin(
        'encrypt',
        (onProgress) =>
          prepareEncrypted({ ...tools, keys: deriveLibraryKeys(key), onProgress }, file),
        async () => {
          lock.adopt({ file, key })
          if (!removesReadableCopies) return
          const { removeReadableCopies } = await import('./recovery/readable-copies.ts')
          await removeReadableCopies(dataDir)
        },
      )
      return recoveryCode
    },
    decrypt: () => {
      requireOpen()
      begin(
        'decrypt',
        async (onProgress) => {
          const { prepareDecrypted } = await import('./recovery/encrypt.ts')
          return prepareDecrypted({ ...tools, keys: lock.requireKeys(), onProgress })
        },
        async () => lock.adopt(null),
      )
    },
    rekey: async (passphrase) => {
      requireOpen()
      const isByKeychain = lock.openedBy().includes('keychain')
      const byKeychain = isByKeychain ? [{ keychain: requireKeychain(keychain) }] : []
      const recoveryCode = newRecoveryCode()
      const openers = [{ passphrase }, { recovery_code: recoveryCode }, ...byKeychain]
      const next = await lock.makeNext(openers)
      const keys = { keys: lock.requireKeys(), next: deriveLibraryKeys(next.key) }
      const { prepareRekeyed } = await import('./recovery/rekey.ts')
      begin(
        'rekey',
        (onProgress) => prepareRekeyed({ ...tools, ...keys, onProgress }, next.file),
        async () => lock.adopt(next),
      )
      return recoveryCode
    },
    lock: () => {
      requireOpen()
      move(async () => {
        await library.close()
        lock.close()
        await library.reopen()
      })
    },
    unlock: async (opener) => {
      require(lock.isLocked(), 'The library is not locked.')
      if (!(await lock.open(opener))) {
        const text = 'This passphrase or recovery code does not open the library.'
        throw new ApiError('wrong_passphrase', text)
      }
      move(library.reopen)
    },
    changePassphrase: async (passphrase) => {
      requireOpen()
      await lock.replace({ passphrase })
    },
    useKeychain: async (isWanted) => {
      requireOpen()
      if (isWanted) await lock.replace({ keychain: requireKeychain(keychain) })
      else await lock.remove('keychain')
    },
    renewRecoveryCode: async () => {
      requireOpen()
      const recoveryCode = newRecoveryCode()
      await lock.replace({ recovery_code: recoveryCode })
      return recoveryCode
    },
  }
}

const isChanging = 'The library is being opened, closed or changed; wait until it is done.'

function requireKeychain(keychain: Keychain | null): Keychain {
  if (keychain) return keychain
  const text = 'The system has no keychain that Earshot can use; it is there in the desktop app.'
  throw new ApiError('encryption_not_possible', text)
}
