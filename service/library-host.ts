import { AsyncLocalStorage } from 'node:async_hooks'
import path from 'node:path'
import type { Config } from './config.ts'
import { ApiError } from './core/errors.ts'
import { once } from './core/once.ts'
import { oneAtATime } from './core/one-at-a-time.ts'
import { newApiKey } from './core/secrets.ts'
import type { Clock } from './core/time.ts'
import { startAnnouncing } from './data-folder.ts'
import { openDatabase } from './db/open-database.ts'
import { DatabaseAborted, type DatabaseDamaged } from './db/open-errors.ts'
import type { Ownership } from './db/owner-lock.ts'
import type { EncryptionHost } from './encryption/host.ts'
import {
  createLibraryLock,
  openersAtHand,
  type LibraryLock,
  type OpenedBy,
} from './encryption/library-lock.ts'
import { createEncryptionHost } from './library-encryption.ts'
import { prepareLibrary } from './recovery/actions.ts'
import { toFailure } from './recovery/failures.ts'
import { findBeforeOpening } from './recovery/before-opening.ts'
import { noteAbort, toFinding, writeFinding, type Finding } from './recovery/finding.ts'
import {
  recoveryActions,
  type RecoveryHost,
  type RecoveryOrder,
  type RecoveryWork,
} from './recovery/host.ts'
import { dropUnswapped, swap } from './recovery/swap.ts'
import type { Adapters } from './adapters.ts'
import type { Service } from './start.ts'

/** A library that is open and served, or damaged and in recovery mode. */
export type LibraryHost = {
  baseUrl: () => string
  /** The same as long as the process runs, so that a page goes from one to the other. */
  sessionToken: string
  /** Null in recovery mode. */
  service: () => Service | null
  stop: () => Promise<void>
}

type Served = Pick<Service, 'baseUrl' | 'stop'> & { service: Service | null }
type HostAdapters = Adapters & OpenedBy & { clock: Clock }

/** Opens the library as its owner; where it is damaged, answers in recovery mode until it is not. */
export async function createLibraryHost(
  config: Config,
  adapters: HostAdapters,
  owner: Ownership,
): Promise<LibraryHost> {
  const { log, clock } = adapters
  const { dataDir } = config
  const sessionToken = newApiKey('secret')
  const enqueue = oneAtATime()
  // Of what a request begins, the library that is opened outlives the request and its lines in the log.
  const outside = AsyncLocalStorage.snapshot()
  const inTurn = (change: () => Promise<void>) => enqueue(() => outside(change))
  let finding: Finding | null = null
  let work: RecoveryWork | null = null
  let served: Served | null = null
  let port = config.port
  let isStopping = false
  const lock = createLibraryLock(dataDir, openersAtHand(adapters), adapters.passphraseCost)

  const recovery: RecoveryHost = {
    state: () => ({
      isOpen: served?.service !== null,
      damage: finding && { kind: finding.kind, found_at: finding.found_at },
      work,
    }),
    actions: () => (work?.status === 'running' ? [] : actionsFor(finding, lock)),
    begin: (order) => {
      if (!recovery.actions().includes(order.action)) {
        const text = 'The library is whole, or something else is being done about it.'
        throw new ApiError('recovery_not_possible', text)
      }
      const action = order.action
      work = { action, status: 'running', progress: null, error_code: null, folder: null, lost: [] }
      void inTurn(() => carryOut(order))
    },
  }
  const toServe = () => ({ ...config, port })
  const answerAlone = () =>
    serveRecovery(toServe(), { ...adapters, sessionToken, recovery, encryption })
  const goInto = async (found: Finding): Promise<void> => {
    finding = found
    await writeFinding(dataDir, found)
    served = await answerAlone()
  }
  const open = async (): Promise<void> => {
    if (isStopping) return
    const found = await findBeforeOpening(dataDir, clock.now(), log)
    try {
      if (found?.kind !== 'library_key') await lock.load()
      if (lock.isLocked()) {
        finding = null
        served = await answerAlone()
      } else if (found) await goInto(found)
      else {
        finding = null
        const library = { ...adapters, owner, sessionToken, recovery, encryption, onDamaged }
        served = await serveLibrary(toServe(), { ...library, libraryKeys: lock.keys() })
      }
    } catch (error) {
      const damage = toFinding(error, clock.now())
      if (!damage || found?.kind === damage.kind) throw error
      log.error({ err: error }, 'the library is damaged: recovery mode')
      await goInto(damage)
    }
    port = Number(new URL(served?.baseUrl ?? '').port)
  }
  /** While the library is open. */
  const close = async (damaged: DatabaseDamaged): Promise<void> => {
    if (isStopping || finding) return
    log.error({ err: damaged }, 'the library was found damaged: recovery mode')
    try {
      await served?.stop()
    } catch (error) {
      log.warn({ err: error }, 'the library was not closed cleanly')
    }
    try {
      await goInto(toFinding(damaged, clock.now()))
    } catch (error) {
      end(error)
    }
  }
  const onDamaged = (damaged: DatabaseDamaged): void => void inTurn(() => close(damaged))
  const end = (error: unknown): void => {
    log.fatal({ err: error }, 'neither the library nor recovery mode can be had')
    adapters.onFatal?.(error instanceof Error ? error : new Error(String(error)))
  }
  const noteWork = (change: Partial<RecoveryWork>): void => {
    if (work) work = { ...work, ...change }
  }
  const onProgress = (progress: number) => noteWork({ progress })
  const carryOut = async (order: RecoveryOrder): Promise<void> => {
    let failure: RecoveryWork['error_code'] = null
    try {
      if (order.action === 'export') {
        const { exportLibrary } = await import('./recovery/export.ts')
        const time = clock.now().toISOString().replaceAll(/[:.]/g, '-')
        const folder = order.folder ?? path.join(dataDir, 'exported', time)
        await exportLibrary({ dataDir, folder, log, keys: lock.keys(), onProgress })
        return noteWork({ status: 'completed', progress: 1, folder })
      }
      // What comes in while a library is replaced would be lost from sight.
      if (served?.service) await closeForGood()
      if (order.action === 'restore_backup') await restore(order)
      else {
        const options = { dataDir, finding, now: clock.now(), log, onProgress }
        await prepareLibrary(order.action, { ...options, keys: lock.keys() })
      }
    } catch (error) {
      log.error({ err: error, action: order.action }, 'the recovery failed')
      failure = toFailure(error)
      await dropUnswapped(dataDir)
      if (finding) return noteWork({ status: 'failed', error_code: failure })
      // A library that was open opens again as it was.
    }
    try {
      await served?.stop()
      await open()
    } catch (error) {
      return end(error)
    }
    if (finding) failure ??= 'still_damaged'
    noteWork(failure === null ? isDone : { status: 'failed', error_code: failure })
  }
  const closeForGood = async (): Promise<void> => {
    await served?.stop()
    if (isStopping) throw new Error('The process is stopping.')
    served = await answerAlone()
  }
  const restore = async ({ backup: source = '', passphrase }: RecoveryOrder): Promise<void> => {
    const { prepareRestore } = await import('./recovery/restore.ts')
    const { databaseTemplates: templates } = config
    const { startScript } = adapters
    const tools = { log, startScript, templates, onProgress }
    const order = { dataDir, source, passphrase, keys: lock.keys() }
    const { plan, adopted, lost } = await prepareRestore({ ...order, ...tools })
    await swap(dataDir, plan, clock.now())
    if (adopted) lock.adopt(adopted)
    noteWork({ lost })
  }

  const encryption = createEncryptionHost({
    ...{ dataDir, lock, clock, log, inTurn, close: closeForGood },
    ...{ keychain: adapters.keychain ?? null, passphraseCost: adapters.passphraseCost },
    startScript: adapters.startScript,
    isOpen: () => served?.service !== null && !isStopping,
    reopen: async () => {
      try {
        await served?.stop()
        await open()
      } catch (error) {
        end(error)
      }
    },
  })
  await open()
  return {
    baseUrl: () => served?.baseUrl ?? '',
    sessionToken,
    service: () => served?.service ?? null,
    stop: async () => {
      isStopping = true
      await served?.stop()
      // What was begun ends before another process may open the folder.
      await inTurn(async () => {})
      await owner.release()
    },
  }
}

const isDone = { status: 'completed', progress: 1 } as const

function actionsFor(finding: Finding | null, lock: LibraryLock): RecoveryOrder['action'][] {
  // Who has forgotten passphrase and code can go on, too.
  if (!finding) return lock.isLocked() ? ['restore_backup', 'start_fresh'] : ['restore_backup']
  // Without its key nothing of an encrypted library can be read.
  if (finding.kind === 'library_key') return ['try_again', 'restore_backup', 'start_fresh']
  return recoveryActions.filter((action) => (kindFor[action] ?? finding.kind) === finding.kind)
}

/** What can be done about damage of one kind only. */
const kindFor: Partial<Record<RecoveryOrder['action'], Finding['kind']>> = {
  replace_secret_key: 'secret_key',
  open_what_is_left: 'lost_rows',
}

/** The service. Rejects with what the database met where it could not be opened or used. */
async function serveLibrary(
  config: Config,
  { owner, ...adapters }: HostAdapters & { owner: Ownership },
): Promise<Served> {
  const { dataDir, databaseTemplates: templates } = config
  const { log, clock, startScript } = adapters
  let isUp = false
  let aborted: Error | null = null
  const onFatal = (error: Error): void => {
    if (error instanceof DatabaseAborted) {
      // Before the start is over, it is the start that fails.
      if (!isUp) return void (aborted = error)
      noteAbort(dataDir, clock.now())
    }
    adapters.onFatal?.(error)
  }
  try {
    // PostgreSQL comes up on its thread while the rest of the code is loaded.
    const keys = adapters.libraryKeys
    const tools = { log, onFatal, startScript, templates, owner }
    const opening = openDatabase({ dataDir, ...tools, ...(keys && { keys }) })
    // startService awaits it; until then a refusal must not count as unhandled.
    opening.catch(() => {})
    const { startService } = await import('./start.ts')
    const service = await startService(config, { ...adapters, onFatal, db: opening })
    isUp = true
    return { baseUrl: service.baseUrl, stop: once(service.stop), service }
  } catch (error) {
    throw aborted ?? error
  }
}

type RecoveryAdapters = HostAdapters & {
  sessionToken: string
  recovery: RecoveryHost
  encryption: EncryptionHost
}

async function serveRecovery(config: Config, adapters: RecoveryAdapters): Promise<Served> {
  const { log, clock, sessionToken } = adapters
  const { buildRecoveryApp } = await import('./recovery-app.ts')
  const { listen } = await import('./http/listen.ts')
  let baseUrl = ''
  const app = await buildRecoveryApp({ ...adapters, config, baseUrl: () => baseUrl })
  baseUrl = await listen(app, config.port, log)
  const stopAnnouncing = await startAnnouncing(config.dataDir, {
    baseUrl,
    sessionToken,
    clock,
    log,
  })
  log.warn({ base_url: baseUrl }, 'the library is closed: answering without it')
  const stop = async (): Promise<void> => {
    await stopAnnouncing()
    await app.close()
  }
  return { baseUrl, service: null, stop: once(stop) }
}
