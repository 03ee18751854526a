import { spawn } from 'node:child_process'
import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import pc from 'picocolors'
import { findSession } from '../service/cli/discovery.ts'
import { readConfig, takePassphrase } from '../service/config.ts'
import { createLog } from '../service/core/log.ts'
import type { EngineStatus } from '../service/engine/engine.ts'
import { findOrganizationId } from '../service/features/org/org.ts'
import { launchService } from '../service/launch.ts'
import { findElectron, whyNoWindow } from './find-electron.ts'
import { openBrowser } from './open-browser.ts'

/** `npm start`: opens the app if Electron is installed, otherwise the page in the browser. */
const root = path.join(import.meta.dirname, '..')
const { env } = process
const say = (text: string) => process.stdout.write(`${text}\n`)

async function start(): Promise<void> {
  await buildOrSayWhyNot()
  const electron = findElectron(root, env)
  const noWindow = whyNoWindow(env)
  if (electron && noWindow === null) return startElectron(electron)
  say(electron ? `No window: ${noWindow}.` : 'No window: the Electron program is not installed.')
  await startHeadless()
}

/**
 * Builds the page on first use and after changes; without it the service and its API still work.
 */
async function buildOrSayWhyNot(): Promise<void> {
  try {
    const { buildWhatIsStale } = await import('./build.ts')
    const built = await buildWhatIsStale(() =>
      say('Building the page, which takes half a minute …'),
    )
    if (built.length > 0) say(`Built ${built.join(' and ')}.`)
  } catch (error) {
    say(`${pc.yellow('The page could not be built:')} ${messageOf(error)}`)
  }
}

function startElectron(program: string): void {
  const child = spawn(program, [root], { stdio: 'inherit' })
  child.on('error', (error) => {
    process.stderr.write(`${pc.red('Electron did not start:')} ${error.message}\n`)
    process.exitCode = 1
  })
  child.on('exit', (code) => (process.exitCode = code ?? 1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
}

async function startHeadless(): Promise<void> {
  // Log warnings only, so the lines below stand out in the terminal.
  const config = readConfig({ EARSHOT_LOG_LEVEL: 'warn', ...env })
  const running = await findSession(config.dataDir)
  if (running) {
    say('Earshot already runs for this data folder.')
    return showAddress(running.service.base_url, running.token)
  }
  const log = createLog(config.logLevel)
  const host = await launchService(config, { log, passphrase: takePassphrase(env) })
  closeWithGrace({ delay: 5_000, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an unexpected error')
    await host.stop()
  })
  const service = host.service()
  if (service) {
    const { transcriber, writer, db } = service.deps
    const organizationId = await findOrganizationId(db.sql)
    say(`${engineLine('Transcription', await transcriber.status())}`)
    say(`${engineLine('Analysis', await writer.status({ organizationId }))}`)
  } else say(pc.yellow('The library is locked or damaged. The page says what can be done.'))
  say(`Data: ${config.dataDir}`)
  showAddress(host.baseUrl(), host.sessionToken)
  say('Stop with Ctrl-C.')
}

function engineLine(name: string, status: EngineStatus): string {
  if (status.ready) return `${name}: ${status.model}`
  return `${pc.yellow(`${name} is not available:`)} ${status.reason}`
}

function showAddress(baseUrl: string, token: string): void {
  const address = `${baseUrl}/app/#token=${token}`
  say(`\n  ${pc.bold('Earshot')}  ${pc.cyan(address)}\n  API      ${baseUrl}/docs/\n`)
  openBrowser(address, env)
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

try {
  await start()
} catch (error) {
  process.stderr.write(`${pc.red('Earshot could not start:')} ${messageOf(error)}\n`)
  process.exitCode = 1
}
