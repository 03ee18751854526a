import type { DamageKind } from './finding.ts'

/** What can be done about a damaged library, the gentlest first (reliability.md B-3). */
export const recoveryActions = [
  'try_again',
  'restore_backup',
  'replace_secret_key',
  'export',
  'rebuild',
  'start_fresh',
] as const
export type RecoveryAction = (typeof recoveryActions)[number]

/** Why an action came to nothing. */
export const recoveryFailures = ['still_damaged', 'insufficient_storage', 'failed'] as const
type RecoveryFailure = (typeof recoveryFailures)[number]

/** The action that runs, or the last one that ran in this process. */
export type RecoveryWork = {
  action: RecoveryAction
  status: 'running' | 'completed' | 'failed'
  /** From 0 to 1; null where it cannot be told. */
  progress: number | null
  error_code: RecoveryFailure | null
  /** Where an export went. */
  folder: string | null
}

export type RecoveryOrder = { action: RecoveryAction; folder?: string | undefined }

/** The process around the service, which can close the library and open another one (launch.ts). */
export type RecoveryHost = {
  state: () => {
    /** Null while the library is open. */
    damage: { kind: DamageKind; found_at: string } | null
    work: RecoveryWork | null
  }
  /** What `begin` takes now, in the order of `recoveryActions`. */
  actions: () => readonly RecoveryAction[]
  /** Returns at once. Throws `recovery_not_possible`. */
  begin: (order: RecoveryOrder) => void
}
