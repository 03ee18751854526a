/** Another process owns the data folder; nothing was opened or changed (reliability.md PG-1). */
export class DataFolderInUse extends Error {
  readonly pid: number | null
  readonly baseUrl: string | null

  constructor(owner: { pid: number | null; baseUrl: string | null }) {
    const who = owner.pid === null ? 'another process' : `process ${owner.pid}`
    const where = owner.baseUrl === null ? '' : ` at ${owner.baseUrl}`
    super(`The data folder is in use by ${who}${where}.`)
    this.name = 'DataFolderInUse'
    this.pid = owner.pid
    this.baseUrl = owner.baseUrl
  }
}

/** What lies in the place of `owner.lock` cannot be locked: a folder, a file of something else. */
export class LockUnusable extends Error {
  constructor(file: string, cause: unknown) {
    super(
      `${file} cannot be locked, so that nothing would keep a second service out: ${wordsOf(cause)}. ` +
        'Earshot makes this file itself: see that no other service runs, move it elsewhere, and start again.',
      { cause },
    )
    this.name = 'LockUnusable'
  }
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * `owner.lock` was removed or replaced while this process held it, so another one may open the folder: this
 * one ends before two write (reliability.md PG-1).
 */
export class OwnershipLost extends Error {
  constructor() {
    super(
      'The file owner.lock was taken away while the service ran. It stops, so that no two write.',
    )
    this.name = 'OwnershipLost'
  }
}

/** The database files are not whole. They are left as found, for recovery (reliability.md PG-2). */
export class DatabaseDamaged extends Error {
  /** What is wrong with which file, for the person who repairs it. */
  readonly reason: string

  constructor(reason: string, cause?: unknown) {
    super(`The database is damaged: ${reason}. Its files were not touched.`, { cause })
    this.name = 'DatabaseDamaged'
    this.reason = reason
  }
}

/** It opens, but rows of it are gone or cannot be read (reliability.md PG-4). */
export class RowsLost extends DatabaseDamaged {
  override readonly name = 'RowsLost'
}

/**
 * The database ended by itself (abort, WebAssembly trap) and has to be opened anew (reliability.md
 * PG-10).
 */
export class DatabaseAborted extends Error {
  constructor(message: string) {
    super(`The database stopped: ${message}`)
    this.name = 'DatabaseAborted'
  }
}

/**
 * A change of the library was under way (recovery/swap.ts), and how far it came is not known: what lies in the folder may be
 * half of the one and half of the other.
 */
export class SwapUnreadable extends DatabaseDamaged {
  constructor(cause?: unknown) {
    super(
      'swap.json in the data folder cannot be read, which says how far a change of the library came',
      cause,
    )
    this.name = 'SwapUnreadable'
  }
}

/** The file `secret-key` of a library that is in use is gone, or not whole (reliability.md B-6). */
export class SecretKeyUnusable extends Error {
  override readonly name = 'SecretKeyUnusable'
}

const mismatches = {
  keys_missing: 'it is encrypted, and no keys were given',
  other_keys: 'it is encrypted with other keys',
  not_sealed: 'keys were given, and it is not encrypted',
} as const

/** The database is in another state than whoever opens it takes it to be in; nothing was opened or changed. */
export class DatabaseKeysMismatch extends Error {
  readonly reason: keyof typeof mismatches

  constructor(reason: keyof typeof mismatches) {
    super(`The database cannot be opened: ${mismatches[reason]}.`)
    this.name = 'DatabaseKeysMismatch'
    this.reason = reason
  }
}

/** Whoever had the database open did not close it, so its files are whole only once PostgreSQL has opened them. */
export class DatabaseNotClosed extends Error {
  constructor() {
    super('The database was not closed: open and close it once, then convert it.')
    this.name = 'DatabaseNotClosed'
  }
}
