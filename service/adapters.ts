import type { Log } from './core/log.ts'
import type { StartScript } from './core/script-child.ts'
import type { Clock } from './core/time.ts'
import type { Db } from './db/database.ts'
import type { DatabaseDamaged } from './db/open-errors.ts'
import type { EncryptionHost } from './encryption/host.ts'
import type { Keychain, LibraryKeys } from './encryption/library-key.ts'
import type { Embedder } from './engine/embedding/embedder.ts'
import type { Transcriber, Writer } from './engine/engine.ts'
import type { Notify } from './notify/notify.ts'
import type { RecoveryHost } from './recovery/host.ts'

/** What a host may replace: Electron passes its notifications, tests their clock and engines. */
export type Adapters = {
  log: Log
  clock?: Clock
  notify?: Notify
  transcriber?: Transcriber
  writer?: Writer
  embedder?: Embedder
  /** How the host starts scripts, where that is not plain Node's way. */
  startScript?: StartScript | undefined
  /** A database that is open, or on its way, in place of the data folder's own. */
  db?: Db | Promise<Db>
  /** The database ended by itself: nothing more can be answered (reliability.md PG-10). */
  onFatal?: ((error: Error) => void) | undefined
  /**
   * Rows were found lost or unreadable while the service ran: the host should stop it before more is written.
   * What is found before it listens rejects startService instead, as a database does that cannot be opened.
   */
  onDamaged?: ((error: DatabaseDamaged) => void) | undefined
  /** The key of the app and the command line; a new one where there is none. */
  sessionToken?: string
  recovery?: RecoveryHost
  encryption?: EncryptionHost
  /** The system's, where the host can reach it. */
  keychain?: Keychain | null
  /** Of an encrypted library; null or absent where it is not. */
  libraryKeys?: LibraryKeys | null
  /** The scrypt cost of passphrases that are set from now on; tests lower it (encryption/passphrase.ts). */
  passphraseCost?: number | undefined
  /** Certificate authorities that webhooks and calendars trust besides the system's. */
  webhookAuthorities?: string[]
  /** The same for the mail server. */
  mailAuthorities?: string[]
  /** How long a receiver may take; shorter in tests. */
  webhookDeadlineMs?: number
  /** Aborted by the host when it is about to stop the service (deps.ts). */
  draining?: AbortSignal
}
