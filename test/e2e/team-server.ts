/** A team's server as its people reach it: PostgreSQL, a store, mail, and the page behind HTTPS. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { BrowserContext, BrowserContextOptions } from 'playwright'
import { startMailServer } from '../support/mail-server.ts'
import type { Content, Project, UploadSession } from '../support/path-client.ts'
import {
  findPostgres,
  ordinaryRole,
  postgresFolder,
  runOn,
  startPostgres,
} from '../support/postgres.ts'
import { findS3Server, freePort, startS3Server } from '../support/s3-server.ts'
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts'
import { kennedyClip } from '../support/sound.ts'
import { startTlsProxy } from '../support/tls-proxy.ts'
import type { Places } from './accessibility-screens.ts'
import { hasChromium, openContext } from './shared-browser.ts'

export const canServeTeam = hasChromium && findPostgres() !== undefined && findS3Server() !== null

const entry = path.join(import.meta.dirname, '../support/serve-with-scripted-engine.ts')

export type TeamServer = {
  origin: string
  service: ServiceProcess
  storeHost: string
  of: Places
  /** A window in which the member with this address has signed in by mail. */
  signIn: (email: string, options?: BrowserContextOptions) => Promise<BrowserContext>
  stop: () => Promise<void>
}

/** With its owner Sam, the member Ann, and Nora, the owner of another organization on it. */
export async function startTeamServer(): Promise<TeamServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-team-'))
  const [postgres, store] = await Promise.all([
    startPostgres(postgresFolder()),
    startS3Server(findS3Server() ?? ''),
  ])
  await runOn(postgres.url(), `CREATE DATABASE earshot OWNER ${ordinaryRole}`)
  const mail = await startMailServer()
  const proxy = await startTlsProxy()
  const port = await freePort()
  await writeFile(path.join(folder, 'key'), randomBytes(32))
  const own = {
    ...store.env,
    EARSHOT_DATABASE_URL: postgres.url('earshot', ordinaryRole),
    EARSHOT_KEY_FILE: path.join(folder, 'key'),
    EARSHOT_LISTEN: `127.0.0.1:${port}`,
    EARSHOT_PUBLIC_BASE_URL: proxy.origin,
    EARSHOT_TRUSTED_PROXIES: '127.0.0.1',
    EARSHOT_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    EARSHOT_OWNER_EMAIL: 'sam@example.org',
    EARSHOT_OWNER_NAME: 'Sam Roe',
  }
  const service = await startServiceProcess(path.join(folder, 'data'), own, entry)
  proxy.forwardTo(port)
  const { client } = service
  const linkFor = (email: string): string | undefined =>
    mail.mails
      .filter(({ to }) => to.includes(email))
      .flatMap(({ email: { text = '' } }) => /\/sign-in\/(\w+)/.exec(text)?.[1] ?? [])
      .at(-1)
  await client.post('/v1/invitations', { email: 'ann@example.org' })
  await client.post('/v1/organizations', { name: 'North', owner_email: 'nora@example.org' })
  return {
    origin: proxy.origin,
    service,
    storeHost: new URL(store.env['EARSHOT_S3_PUBLIC_ENDPOINT'] ?? '').host,
    of: await givenPlaces(service),
    signIn: async (email, options = {}) => {
      const context = await openContext({ ignoreHTTPSErrors: true, ...options })
      const links = `${proxy.origin}/v1/sign-in/links`
      await context.request.post(links, { data: { email } })
      await expect.poll(() => linkFor(email)).toBeDefined()
      const used = await context.request.post(`${links}/use`, { data: { token: linkFor(email) } })
      expect(used.status()).toBe(201)
      return context
    },
    stop: async () => {
      await service.stop()
      await Promise.all([postgres.stop(), store.remove(), proxy.stop(), mail.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Something on every screen, and a queue that is paused. */
async function givenPlaces({ client }: ServiceProcess): Promise<Places> {
  const settings = { auto_analyze: false, voice_memory: true }
  const { id: project } = await client.post<Project>('/v1/projects', { name: 'Calls', settings })
  const list = `/v1/projects/${project}/content`
  const body = await readFile(kennedyClip)
  const session = await client.post<UploadSession>(`${list}/upload-url`, {
    ...{ filename: 'Call with Mary.mp3', content_type: 'audio/mpeg', size_bytes: body.length },
  })
  const { content_id: recording, upload_url: address, upload_headers: headers } = session
  await fetch(address, { method: 'PUT', headers, body })
  await client.post(`${list}/${recording}/upload-complete`)
  const read = async () => (await client.get<Content>(`${list}/${recording}`)).status
  await vi.waitUntil(async () => (await read()) === 'completed', { timeout: 30_000 })
  const hook = { url: 'https://hooks.example.org/earshot', events: ['webhook.test'] }
  const webhook = await client.post<{ id: string }>('/v1/webhooks', hook)
  await client.post('/v1/queue/pause')
  return { project, recording, webhook: webhook.id }
}
