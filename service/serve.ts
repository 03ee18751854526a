import { setTimeout as delay } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { readConfig, takePassphrase, type Config } from './config.ts'
import { compileEarly } from './core/early-compilation.ts'
import { boundHeapGrowth } from './core/heap-growth.ts'
import { createLog, type Log } from './core/log.ts'
import { openLogFile, type LogFile } from './core/log-file.ts'
import { launchService } from './launch.ts'
import { notifyByShell } from './notify/notify.ts'
import { keychainByShell } from './shell-keychain.ts'
import { startScriptsByShell } from './shell-scripts.ts'
import { readVersion } from './version.ts'

// What this process makes is for its owner only (reliability.md L-7). PostgreSQL's thread cannot set it.
process.umask(0o077)

/** The headless service: starts, says where it answers, stops on SIGTERM or SIGINT. */
let log = createLog('info')
let logFile: LogFile | null = null
const databaseAborted = 70 // EX_SOFTWARE of sysexits.h: a host may start the service again
try {
  const config = readConfig(process.env)
  if (config.databaseUrl === null) boundHeapGrowth()
  logFile = openLogFile(config.dataDir)
  log = createLog(config.logLevel, logFile)
  const draining = new AbortController()
  const onFatal = (err: Error) => {
    log.fatal({ err }, 'stopping at once: the database can no longer be used by this process')
    process.exit(databaseAborted)
  }
  const traces = config.traces && (await startTracing(config.traces, log))
  const host = await launchService(config, {
    log,
    passphrase: takePassphrase(process.env),
    keychain: keychainByShell(process, config),
    onFatal,
    notify: notifyByShell(process, log),
    startScript: startScriptsByShell(process),
    draining: draining.signal,
  })
  compileEarly()
  const { drainMs } = config
  // A second signal ends the process at once.
  closeWithGrace({ delay: drainMs + 5_000, logger: false }, async ({ err, signal }) => {
    draining.abort()
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    else {
      log.info({ signal, drain_ms: drainMs }, 'stopping')
      if (drainMs > 0) await delay(drainMs)
    }
    await host.stop()
    await traces?.stop()
  })
  process.stdout.write(`Earshot answers at ${host.baseUrl()}\n`)
} catch (error) {
  // Nothing runs yet: one line for a person, the rest for the log.
  log.fatal({ err: error }, 'could not start')
  await logFile?.opened
  const text = error instanceof Error ? error.message : String(error)
  // Inside the desktop app the shell's port would keep this process alive.
  process.stderr.write(`${text}\n`, () => process.exit(1))
}

/** Loaded where it is configured only. */
async function startTracing(traces: NonNullable<Config['traces']>, to: Log) {
  const [{ startTraces }, version] = await Promise.all([
    import('./telemetry/traces.ts'),
    readVersion(),
  ])
  return startTraces({ ...traces, version, log: to })
}
