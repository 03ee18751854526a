import type { LockKind, Opener } from './library-key.ts'

/** What changes the whole library, or the last one that did in this process. */
export type EncryptionWork = {
  action: 'encrypt' | 'decrypt' | 'rekey'
  status: 'running' | 'completed' | 'failed'
  /** From 0 to 1; null where it cannot be told. */
  progress: number | null
  error_code: EncryptionFailure | null
}

export const encryptionFailures = ['insufficient_storage', 'failed'] as const
type EncryptionFailure = (typeof encryptionFailures)[number]

type EncryptionOrder = {
  passphrase: string
  /** Lets the system's keychain open the library, too. */
  usesKeychain: boolean
  /** Deletes replaced libraries and exports in the data folder, once the library is encrypted. */
  removesReadableCopies: boolean
}

/** The process around the service, which can close the library, change it and open it again (library-host.ts). */
export type EncryptionHost = {
  state: () => {
    isEncrypted: boolean
    /** Encrypted and not opened. */
    isLocked: boolean
    /** Being opened or closed. */
    isMoving: boolean
    /** What opens it. */
    openedBy: readonly LockKind[]
    hasKeychain: boolean
    work: EncryptionWork | null
  }
  /** Begins it; the library closes meanwhile. The recovery code, which is told once. Throws `encryption_not_possible`. */
  encrypt: (order: EncryptionOrder) => Promise<string>
  /** Begins it; the library closes meanwhile. Throws `encryption_not_possible`. */
  decrypt: () => void
  /**
   * Begins to give the library another key, and everything in it; the library closes meanwhile. The keychain opens it
   * afterwards where it does now. The recovery code, which is told once. Throws `encryption_not_possible`.
   */
  rekey: (passphrase: string) => Promise<string>
  /** Begins to close the library and forgets its key. Throws `encryption_not_possible`. */
  lock: () => void
  /** Begins to open a locked library. Throws `wrong_passphrase`, `encryption_not_possible`. */
  unlock: (opener: Exclude<Opener, { keychain: unknown }>) => Promise<void>
  /** In the place of the one there was. Throws `encryption_not_possible`. */
  changePassphrase: (passphrase: string) => Promise<void>
  /** Throws `encryption_not_possible`, also where the system has no keychain. */
  useKeychain: (isWanted: boolean) => Promise<void>
  /** A new recovery code; the one before opens nothing any more. Throws `encryption_not_possible`. */
  renewRecoveryCode: () => Promise<string>
}
