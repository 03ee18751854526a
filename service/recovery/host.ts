import type { RecoveryFailure } from './failures.ts'
import type { DamageKind } from './finding.ts'

/** What can be done about a damaged library, the gentlest first (reliability.md B-3). */
export const recoveryActions = [
  'try_again',
  'restore_backup',
  'replace_secret_key',
  'export',
  'open_what_is_left',
  'rebuild',
  'start_fresh',
] as const
export type RecoveryAction = (typeof recoveryActions)[number]

/** A recording that a restore could bring without its sound only: no copy of that is undamaged. */
export type LostRecording = { id: string; title: string }

/** The action that runs, or the last one that ran in this process. */
export type RecoveryWork = {
  action: RecoveryAction
  status: 'running' | 'completed' | 'failed'
  /** From 0 to 1; null where it cannot be told. */
  progress: number | null
  error_code: RecoveryFailure | null
  /** Where an export went. */
  folder: string | null
  /** After a restore; empty where all of the backup came back, and for every other action. */
  lost: readonly LostRecording[]
}

export type RecoveryOrder = {
  action: RecoveryAction
  /** For an export. */
  folder?: string | undefined
  /** For a restore: the backup's folder or archive, and what opens the key in it. */
  backup?: string | undefined
  passphrase?: string | undefined
}

/** The process around the service, which can close the library and open another one (launch.ts). */
export type RecoveryHost = {
  state: () => {
    /** False in recovery mode, also while a whole library is being replaced. */
    isOpen: boolean
    damage: { kind: DamageKind; found_at: string } | null
    work: RecoveryWork | null
  }
  /** What `begin` takes now, in the order of `recoveryActions`. */
  actions: () => readonly RecoveryAction[]
  /** Returns at once. Throws `recovery_not_possible`. */
  begin: (order: RecoveryOrder) => void
}
