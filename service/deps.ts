import type { BackupRuns } from './backup/backup-runs.ts'
import type { Blobs } from './blobs/blobs.ts'
import type { Config } from './config.ts'
import type { Log } from './core/log.ts'
import type { Keys } from './core/secrets.ts'
import type { Signals } from './core/signals.ts'
import type { Clock } from './core/time.ts'
import type { Db } from './db/database.ts'
import type { ProcessLease } from './db/process-lease.ts'
import type { DatabaseDamaged } from './db/open-errors.ts'
import type { EncryptionHost } from './encryption/host.ts'
import type { LibraryKeys } from './encryption/library-key.ts'
import type { PassphraseSealed } from './encryption/passphrase.ts'
import type { Transcriber, Writer } from './engine/engine.ts'
import type { Embedder } from './engine/embedding/embedder.ts'
import type { ModelInstalls } from './engine/models/model-installs.ts'
import type { Mailer } from './notify/mailer.ts'
import type { Notify } from './notify/notify.ts'
import type { Queue } from './queue/queue.ts'
import type { RecoveryHost } from './recovery/host.ts'

/** Everything a slice may need; functions take only the parts they use. */
export type Deps = {
  config: Config
  /** The version of this software, as in package.json. */
  version: string
  /** The address this service answers at, without a slash at the end; known once it listens. */
  baseUrl: () => string
  clock: Clock
  keys: Keys
  log: Log
  db: Db
  /** Names this process to the others on the database. */
  lease: Pick<ProcessLease, 'id'>
  /** What one part of this process announces to others; the database emits on it after commits. */
  signals: Signals
  queue: Queue
  blobs: Blobs
  backupRuns: BackupRuns
  transcriber: Transcriber
  writer: Writer
  embedder: Embedder
  modelInstalls: ModelInstalls
  notify: Notify
  /** Null where no host can close the library and open another one. */
  recovery: RecoveryHost | null
  /** The same of one that can be encrypted and locked. */
  encryption: EncryptionHost | null
  /** Null where the library is not encrypted. */
  libraryKeys: LibraryKeys | null
  /** The installation's secret, sealed for a backup. */
  sealSecret: (passphrase: string) => Promise<PassphraseSealed>
  /** Rows were found lost: the host stops this service before more is written. */
  onDamaged: (error: DatabaseDamaged) => void
  /** Aborted once the process was told to end; it answers for a while longer. */
  draining: AbortSignal
  /** Null where no mail server is configured. */
  mailer: Mailer | null
}
