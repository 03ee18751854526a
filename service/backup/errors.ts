/** The backup is not whole: a file is missing, cut short or changed. Nothing of it may be trusted. */
export class BackupDamaged extends Error {
  /** Which file, and what is wrong with it. */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`The backup is damaged: ${reason}.`, { cause })
    this.name = 'BackupDamaged'
    this.reason = reason
  }
}

/** The backup was made by a newer version, or by a different one, whose tables are not known here. */
export class BackupTooNew extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The backup was made by a newer version: ${reason}.`)
    this.name = 'BackupTooNew'
    this.reason = reason
  }
}
