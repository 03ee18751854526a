import { BackupDamaged, BackupTooNew } from '../backup/errors.ts'
import { isFullDisk } from '../core/full-disk.ts'
import { DatabaseDamaged } from '../db/open-errors.ts'

/** Why an action came to nothing. */
export const recoveryFailures = [
  'still_damaged',
  'backup_damaged',
  'backup_too_new',
  'wrong_passphrase',
  'insufficient_storage',
  'failed',
] as const
export type RecoveryFailure = (typeof recoveryFailures)[number]

/** The passphrase does not open the key in the backup. */
export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase'
}

export function toFailure(error: unknown): RecoveryFailure {
  if (error instanceof BackupDamaged) return 'backup_damaged'
  if (error instanceof BackupTooNew) return 'backup_too_new'
  if (error instanceof DatabaseDamaged) return 'still_damaged'
  if (error instanceof WrongPassphrase) return 'wrong_passphrase'
  return isFullDisk(error) ? 'insufficient_storage' : 'failed'
}
