/**
 * `npm run dev`: runs the service, restarting it when its code changes; serves the page from source
 * with hot reload; and opens the browser with the key. All data goes into a separate folder
 * (`.cache/dev`, or EARSHOT_DATA_DIR), so real recordings are never at risk.
 */
import { spawn } from 'node:child_process'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import closeWithGrace from 'close-with-grace'
import pc from 'picocolors'
import { createServer, type ViteDevServer } from 'vite'
import { findSession } from '../service/cli/discovery.ts'
import { openBrowser } from './open-browser.ts'

const root = path.join(import.meta.dirname, '..')
const dataDir = path.resolve(process.env['EARSHOT_DATA_DIR'] ?? path.join(root, '.cache/dev'))
const say = (text: string) => process.stdout.write(`${text}\n`)

const running = await findSession(dataDir)
if (running) {
  const { base_url: address, pid } = running.service
  say(`A service already runs for ${dataDir}: ${address} (process ${pid}).`)
  say('Use the page of its npm run dev, or end that one first.')
  process.exit(1)
}

const port = process.env['EARSHOT_PORT'] ?? String(await findFreePort())
const page = await servePage(`http://127.0.0.1:${port}`)
const service = startService()
closeWithGrace({ logger: false }, async () => {
  service.kill()
  await page.close()
})

/** Node itself handles restarts, because it knows every module the service imports. */
function startService() {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', path.join(root, 'service/serve.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        EARSHOT_LOG_LEVEL: 'warn',
        ...process.env,
        EARSHOT_DATA_DIR: dataDir,
        EARSHOT_PORT: port,
      },
    },
  )
  let isFirst = true
  createInterface({ input: child.stdout }).on('line', async (line) => {
    if (!line.startsWith('Earshot answers at')) return say(line)
    const session = await findSession(dataDir)
    if (!session) return say('The service ended while it started.')
    if (isFirst) showAddress(session.token)
    else handOver(session.token)
    isFirst = false
  })
  child.on('exit', (code) => process.exit(code ?? 1))
  return child
}

function addressWith(key: string): string {
  return `${page.resolvedUrls?.local[0]}#token=${key}`
}

function showAddress(key: string): void {
  const address = addressWith(key)
  say(`\n  ${pc.bold('Earshot')}  ${pc.cyan(address)}`)
  say(`  API      http://127.0.0.1:${port}/docs/\n  Data     ${dataDir}`)
  say(`  Commands EARSHOT_DATA_DIR=${path.relative('', dataDir)} npm run earshot -- …\n`)
  openBrowser(address, process.env)
}

/** Each start of the service creates a new key: open pages receive it and reload. */
function handOver(key: string): void {
  say(`Restarted. Pages that are open load again; in a new one: ${addressWith(key)}`)
  page.ws.send('earshot:session', { key })
}

/** Starts Vite, which proxies the page's API calls to the service. */
async function servePage(baseUrl: string): Promise<ViteDevServer> {
  // The service accepts requests from its own origin only.
  const headers = { origin: baseUrl, 'sec-fetch-site': 'same-origin' }
  const server = await createServer({
    configFile: path.join(root, 'renderer/vite.config.ts'),
    server: {
      host: '127.0.0.1',
      proxy: { '/v1': { target: baseUrl, changeOrigin: true, headers } },
    },
  })
  return server.listen()
}

async function findFreePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await new Promise((resolve) => socket.once('listening', resolve))
  const { port: free } = socket.address() as AddressInfo
  await new Promise((resolve) => socket.close(resolve))
  return free
}
