import { requireMachineAdmin, requireSession, type Caller } from '../../core/caller.ts'
import { ApiError } from '../../core/errors.ts'
import type { Deps } from '../../deps.ts'
import type { EncryptionHost } from '../../encryption/host.ts'
import { listReadableCopies } from '../../recovery/readable-copies.ts'
import type {
  Encryption,
  EncryptionBegun,
  EncryptionChange,
  NewEncryption,
  Rekeying,
  Unlocking,
} from './schema.ts'

/** Without recordings and a database where the library is closed. */
export type EncryptionDeps = Pick<Deps, 'config' | 'encryption'> &
  Partial<Pick<Deps, 'db' | 'blobs'>>

export async function readEncryption(deps: EncryptionDeps, caller: Caller): Promise<Encryption> {
  requireMachineAdmin(caller)
  const { config, encryption, blobs } = deps
  const { isEncrypted, isLocked, isMoving, openedBy, hasKeychain, work } =
    encryption?.state() ?? never
  const isChanging = isMoving || work?.status === 'running'
  const found = await blobs?.conversion?.count()
  return {
    state: isChanging ? 'changing' : isLocked ? 'locked' : isEncrypted ? 'on' : 'off',
    opened_by: [...openedBy],
    has_keychain: hasKeychain,
    work,
    recordings: found ? { count: found.recordings, encrypted_count: found.sealed } : null,
    readable_copies: await listReadableCopies(config.dataDir),
  }
}

const never = {
  ...{ isEncrypted: false, isLocked: false, isMoving: false, hasKeychain: false, work: null },
  openedBy: [],
} as const

/** Begins it; the answer to this is the last of the open library. */
export async function beginEncryption(
  deps: EncryptionDeps,
  caller: Caller,
  { passphrase, use_keychain, remove_readable_copies }: NewEncryption,
): Promise<EncryptionBegun> {
  return change(deps, caller, async (host) => {
    if (deps.blobs?.direct) {
      const text = 'The recordings lie in a store, which encrypts them itself.'
      throw new ApiError('encryption_not_possible', text)
    }
    const recoveryCode = await host.encrypt({
      passphrase,
      usesKeychain: use_keychain ?? false,
      removesReadableCopies: remove_readable_copies ?? false,
    })
    return { recovery_code: recoveryCode, encryption: await readEncryption(deps, caller) }
  })
}

/** Begins it; the answer to this is the last of the open library. */
export const rekeyLibrary = (
  deps: EncryptionDeps,
  caller: Caller,
  { passphrase }: Rekeying,
): Promise<EncryptionBegun> =>
  change(deps, caller, async (host) => {
    const recoveryCode = await host.rekey(passphrase)
    return { recovery_code: recoveryCode, encryption: await readEncryption(deps, caller) }
  })

export const endEncryption = (deps: EncryptionDeps, caller: Caller): Promise<Encryption> =>
  change(deps, caller, (host) => {
    host.decrypt()
    return readEncryption(deps, caller)
  })

export const lockLibrary = (deps: EncryptionDeps, caller: Caller): Promise<Encryption> =>
  change(deps, caller, (host) => {
    host.lock()
    return readEncryption(deps, caller)
  })

export const changeEncryption = (
  deps: EncryptionDeps,
  caller: Caller,
  { passphrase, use_keychain }: EncryptionChange,
): Promise<Encryption> =>
  change(deps, caller, async (host) => {
    if (passphrase !== undefined) await host.changePassphrase(passphrase)
    if (use_keychain !== undefined) await host.useKeychain(use_keychain)
    return readEncryption(deps, caller)
  })

export const renewRecoveryCode = (deps: EncryptionDeps, caller: Caller) =>
  change(deps, caller, async (host) => ({ recovery_code: await host.renewRecoveryCode() }))

/** Answered where the library is locked; it opens after the answer. */
export function unlockLibrary(
  deps: EncryptionDeps,
  caller: Caller,
  { passphrase, recovery_code = '' }: Unlocking,
): Promise<Encryption> {
  return change(deps, caller, async (host) => {
    await host.unlock(passphrase === undefined ? { recovery_code } : { passphrase })
    return readEncryption(deps, caller)
  })
}

/**
 * Only for who sits at this machine: with somebody else's passphrase, or none, a library is lost or laid open. In a
 * transaction, so that the audit log tells of it and the same request sent again does it once.
 */
async function change<T>(
  deps: EncryptionDeps,
  caller: Caller,
  run: (host: EncryptionHost) => Promise<T>,
): Promise<T> {
  requireSession(caller)
  const { encryption, db } = deps
  if (!encryption) {
    const text = 'Nothing here can close the library and change it.'
    throw new ApiError('encryption_not_possible', text)
  }
  return db ? db.transaction(() => run(encryption)) : run(encryption)
}
