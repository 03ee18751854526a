/**
 * Whether work failed because a disk or a quota is full: by the system's code, PostgreSQL's disk_full or
 * our own. Such work is worth another try once there is space, and is nobody's mistake.
 */
export function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && codes.has(String(error.code))) || isFullDisk(error.cause)
}

const codes = new Set(['ENOSPC', 'EDQUOT', '53100', 'insufficient_storage'])
