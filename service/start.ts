import type { Adapters } from './adapters.ts'
import { buildApp } from './app.ts'
import { createBackupRuns } from './backup/backup-runs.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import { chooseEngines, installsOf } from './choose-engines.ts'
import type { Config } from './config.ts'
import { deriveKeys, newApiKey, sharedSessionKey } from './core/secrets.ts'
import { systemClock, type Clock } from './core/time.ts'
import { prepareDataFolder, removeUnfinishedFiles, startAnnouncing } from './data-folder.ts'
import { sealWithPassphrase } from './encryption/passphrase.ts'
import { endOnOtherKey, readSecret } from './read-secret.ts'
import { createProcessLease, type ProcessLease } from './db/process-lease.ts'
import { createLeadership, type Leadership } from './db/leadership.ts'
import { openDatabase } from './db/open-database.ts'
import { DatabaseDamaged } from './db/open-errors.ts'
import { migrate } from './db/migrate.ts'
import { causeOf } from './db/server-failures.ts'
import type { Deps } from './deps.ts'
import { queueUnread } from './features/actions/actions.ts'
import { adoptPgvector } from './features/ask/adopt-pgvector.ts'
import { noticeEmbeddingModel } from './features/ask/embedding.ts'
import { renewSessionKey } from './features/api-keys/api-keys.ts'
import { turnJob } from './features/audio/turn.ts'
import { backUpBeforeUpdate } from './features/backups/before-update.ts'
import { startDailyBackups } from './features/backups/daily.ts'
import { startReadingCalendars, type CalendarReader } from './features/calendars/reader.ts'
import { sealRecordings } from './features/encryption/seal-recordings.ts'
import { ensureOwner } from './features/members/members.ts'
import { settleImportedModels } from './features/models/damaged-list.ts'
import { prepareOrganizations } from './features/org/org.ts'
import { rebuildLibrary } from './features/orphans/rebuild.ts'
import { describeRecordings, settleRecordings } from './features/orphans/settle-recordings.ts'
import { startNotesMirror, type NotesMirror } from './features/notes-folders/notes-mirror.ts'
import { startRefolding } from './features/search/refold.ts'
import { startScoping } from './features/search/scope.ts'
import { tellLosses } from './features/verification/losses.ts'
import { refuseLostRows } from './features/verification/lost-rows.ts'
import { repairForStart, verifyWhatIsUnreadable } from './features/verification/unreadable.ts'
import { verifyBecause } from './features/verification/verification.ts'
import { pauseUnreadable } from './features/webhooks/unreadable-secrets.ts'
import { removeCutCopies } from './features/uploads/uploads.ts'
import { startWatching, type FolderWatch } from './features/watched-folders/watcher.ts'
import { createOutboxWorker } from './features/webhooks/outbox-worker.ts'
import { startHousekeeping } from './housekeeping.ts'
import { jobHandlers } from './jobs.ts'
import { listen } from './http/listen.ts'
import { listenPublicly } from './http/public-listener.ts'
import { createMailer } from './notify/mailer.ts'
import { notifyByLog } from './notify/notify.ts'
import { createQueue } from './queue/queue.ts'
import { createWorker, slotsOfWorker } from './queue/worker.ts'
import { readVersion } from './version.ts'

export type Service = {
  baseUrl: string
  /** Where members on other machines reach it, by way of a proxy; null where they do not. */
  publicPort: number | null
  sessionToken: string
  deps: Deps
  /** Resolves when no job and no delivery is due or running. */
  idle: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts the service: folder, database, engines, jobs, HTTP; `stop` undoes it in reverse. */
export async function startService(config: Config, adapters: Adapters): Promise<Service> {
  const { log, clock = systemClock } = adapters
  await prepareDataFolder(config.dataDir)
  const { dataDir, backupDir: folder } = config
  const { onFatal, startScript } = adapters
  const templates = config.databaseTemplates
  const db = await (adapters.db ?? openDatabase({ dataDir, log, onFatal, startScript, templates }))
  const lease = createProcessLease({ db, signals: db.signals, log, leaseMs: config.leaseMs })
  const leadership = createLeadership({ db, lease, signals: db.signals, log })
  try {
    await removeUnfinishedFiles(dataDir)
    // A server has means of its own against damage.
    const mended = db.isShared ? [] : await refuseLostRows({ db, log })
    const version = await readVersion()
    const { libraryKeys = null } = adapters
    const tools = { templates, clock, log, libraryKeys, startScript }
    const parts = { db, dataDir, folder, version, ...tools }
    const backupRuns = createBackupRuns(parts)
    await backupRuns.sweep()
    if (!db.isShared) await backUpBeforeUpdate({ db, backupRuns, log })
    await migrate(db)
    await lease.start()
    await leadership.start()
    const opened = { db, lease, leadership, version, backupRuns }
    const start = (tables: string[]) => startOn(opened, config, { ...adapters, clock }, tables)
    return await start(mended).catch(async (error) => start(await repairForStart(db, log, error)))
  } catch (error) {
    if (error instanceof DatabaseDamaged) db.keepAsFound()
    await leadership.stop()
    await lease.stop()
    await db.close()
    throw causeOf(error)
  }
}

type Opened = Pick<Deps, 'db' | 'version' | 'backupRuns'> & {
  lease: ProcessLease
  leadership: Leadership
}

async function startOn(
  opened: Opened,
  config: Config,
  adapters: Adapters & { clock: Clock },
  mended: string[],
) {
  const { leadership, ...shared } = opened
  const { db, lease, version, backupRuns } = shared
  const { whileLeading } = leadership
  const { log, clock, libraryKeys = null, keychain = null, onFatal } = adapters
  let baseUrl = ''
  const queue = createQueue({ clock })
  const secret = await readSecret(opened, config, { log, libraryKeys, keychain })
  const keys = deriveKeys(secret)
  const deps: Deps = {
    ...shared,
    config,
    baseUrl: () => baseUrl,
    clock,
    keys,
    log,
    signals: db.signals,
    queue,
    blobs: await openBlobs({ ...config, keys: libraryKeys, log }),
    notify: adapters.notify ?? notifyByLog(log),
    recovery: adapters.recovery ?? null,
    encryption: adapters.encryption ?? null,
    libraryKeys,
    sealSecret: (passphrase) => sealWithPassphrase(secret, passphrase, adapters.passphraseCost),
    onDamaged: adapters.onDamaged ?? (() => {}),
    draining: adapters.draining ?? new AbortController().signal,
    mailer: createMailer({ ...config, authorities: adapters.mailAuthorities ?? [] }),
    ...chooseEngines(config, { db, keys }, adapters),
    modelInstalls: installsOf(config, { clock, log }, () => deps),
  }
  const isOneOfMany = db.isShared && config.keyFile !== null
  const endKeyWatch = isOneOfMany ? endOnOtherKey(db, secret, onFatal) : () => {}
  const ownToken = () => (isOneOfMany ? sharedSessionKey(secret) : newApiKey('secret'))
  const sessionToken = adapters.sessionToken ?? ownToken()
  const organizationId = await prepareOrganization(deps, sessionToken)
  await pauseUnreadable(deps)
  const undescribed = await settleRecordings(deps, organizationId)
  // What looks cut off may be under way in another process; there the time tells (removeAbandonedUploads).
  if (!db.isShared) await removeCutCopies(deps)
  await tellLosses(deps, organizationId)
  await settleImportedModels(deps, organizationId)
  await deps.modelInstalls.sweep()
  await adoptPgvector(deps)
  await noticeEmbeddingModel(deps)
  if (!db.wasClosed || mended.length > 0) await verifyBecause(deps, 'crash', mended)

  const works = config.role !== 'api'
  const worker = createWorker({
    ...{ ...deps, queue, handlers: jobHandlers(deps) },
    // The turns of its own requests, which come to no other process.
    ...(!works && { takes: [turnJob.name] }),
    ...(config.role === 'worker' && { slots: slotsOfWorker }),
  })
  const outboxWorker = createOutboxWorker(deps, {
    authorities: adapters.webhookAuthorities ?? [],
    ...(adapters.webhookDeadlineMs !== undefined && { deadlineMs: adapters.webhookDeadlineMs }),
  })
  const app = await buildApp(deps, sessionToken)
  baseUrl = await listen(app, config.port, log)
  const { listen: address } = config.publicAccess
  const publicListener = await listenPublicly(app, config.role === 'worker' ? null : address, log)
  const endHousekeeping = whileLeading((leads) => startHousekeeping(deps, leads).stop)
  // A library of one organization need not be narrowed to it.
  const endScoping = db.isShared ? whileLeading((leads) => startScoping(deps, leads)) : () => {}
  const endRefolding = whileLeading((leads) => startRefolding(deps, leads))
  const endWatch = db.isShared ? () => {} : verifyWhatIsUnreadable(deps)
  const dailyBackups = db.isShared ? null : startDailyBackups(deps, organizationId)
  try {
    await worker.start()
    if (works) await outboxWorker.start()
  } catch (error) {
    await endHousekeeping()
    await endScoping()
    await endRefolding()
    dailyBackups?.stop()
    await app.close()
    throw error
  }
  let folderWatch: FolderWatch | null = null
  const endFolderWatch = whileLeading((leads) => {
    folderWatch = startWatching(deps, leads)
    return folderWatch.stop
  })
  let notesMirror: NotesMirror | null = null
  const endNotesMirror = whileLeading((leads) => {
    notesMirror = startNotesMirror(deps, leads)
    return notesMirror.stop
  })
  const authorities = adapters.webhookAuthorities ?? []
  let calendarReader: CalendarReader | null = null
  const endCalendars = whileLeading((leads) => {
    calendarReader = startReadingCalendars(deps, { authorities, leads })
    return calendarReader.stop
  })
  const announced = { baseUrl, sessionToken, clock, log }
  const stopAnnouncing = await startAnnouncing(config.dataDir, announced)
  log.info({ base_url: baseUrl, version }, 'ready')
  const stopping = new AbortController()
  const described = describeRecordings(deps, undescribed, stopping.signal)
  const rebuilt = rebuildLibrary(deps, organizationId, stopping.signal)
  const sealed = sealRecordings(deps, stopping.signal)

  return {
    baseUrl,
    publicPort: publicListener.port,
    sessionToken,
    deps,
    idle: async () => {
      await folderWatch?.idle()
      await calendarReader?.idle()
      await worker.idle()
      await outboxWorker.idle()
      await notesMirror?.idle()
    },
    stop: async () => {
      await stopAnnouncing()
      await endHousekeeping()
      await endScoping()
      await endRefolding()
      endWatch()
      endKeyWatch()
      dailyBackups?.stop()
      stopping.abort()
      await Promise.all([endFolderWatch(), endCalendars()])
      publicListener.close()
      await app.close()
      await Promise.all([described, rebuilt, sealed])
      await Promise.all([worker.stop(), outboxWorker.stop(), endNotesMirror(), backupRuns.cancel()])
      await Promise.all([deps.transcriber.stop(), deps.writer.stop(), deps.modelInstalls.stop()])
      await deps.embedder.stop()
      await leadership.stop()
      await lease.stop()
      await db.close()
    },
  }
}

/** The organizations, their system prompts and this start's session key. */
function prepareOrganization({ db, clock, config, queue }: Deps, sessionToken: string) {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const organizationId = await prepareOrganizations(tx, now)
    await queueUnread({ queue }, tx)
    const ownerId = await ensureOwner(tx, organizationId, config.owner, now)
    await renewSessionKey(tx, { organizationId, ownerId, now, key: sessionToken })
    return organizationId
  })
}
