import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSession } from '../../service/cli/discovery.ts'
import { writeDiagnostics } from '../../service/cli/diagnostics-report.ts'
import { createLog } from '../../service/core/log.ts'
import { logFolder, openLogFile, type LogFile } from '../../service/core/log-file.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../support/engine.ts'
import { givenKey, givenRecording } from '../support/factory.ts'
import { startMailServer, type MailServer } from '../support/mail-server.ts'
import { givenInvitation } from '../support/people.ts'

const said = 'zanzibarword'
const filename = 'quokkaname.wav'
const invited = 'ann.quokka@example.org'
const owner = 'sam.quokka@example.org'
const trace = '0af7651916cd43dd8448eb211c80319c'

let dataDir: string
let file: LogFile
let mailServer: MailServer
let app: TestApp
let contentId: string
let secrets: string[]

beforeAll(async () => {
  mailServer = await startMailServer()
  // A refusal that quotes the address, as many servers write it.
  mailServer.refuse(550)
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-logs-'))
  file = openLogFile(dataDir)
  const log = createLog('trace', file)
  app = await startTestApp({
    log,
    env: {
      EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
      EARSHOT_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      EARSHOT_MAIL_FROM: 'Earshot <earshot@example.com>',
      EARSHOT_OWNER_EMAIL: owner,
    },
    transcriber: scriptedTranscriber(async () => {
      log.warn({ step: 'decode' }, 'an engine line')
      return spoken(`${said} was said.`)
    }),
    // What a model writes is not JSON now and then; the parser's message quotes it.
    writer: scriptedWriter(async () => JSON.parse(`${said} is no JSON`)),
  })
  await leaveTraces()
})

afterAll(async () => {
  await app.stop()
  await mailServer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Work that meets everything which neither logs nor reports may contain. */
async function leaveTraces(): Promise<void> {
  const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` }
  const made = { name: 'Calls', settings: { auto_analyze: true } }
  const project = (await app.call('POST', '/v1/projects', { body: made, headers })).body.data
  const key = await givenKey(app, { name: 'Report', scopes: ['read'] })
  const hook = await app.call('POST', '/v1/webhooks', {
    body: { url: 'https://127.0.0.1:9443/hook', events: ['transcription.completed'] },
  })
  const { token } = await givenInvitation(app, { email: invited })
  contentId = await givenRecording(app, project.id, { filename })
  await app.call('GET', `/v1/search?q=${said}`, { key })
  await app.call('POST', `/v1/projects/${project.id}/ask`, {
    body: { question: `Who said ${said}?` },
  })
  await app.idle()
  const { secret } = hook.body.data
  secrets = [said, filename, invited, owner, key, app.sessionToken, secret, token]
  for (const text of secrets) expect(text).toBeTypeOf('string')
}

const readLogs = async (): Promise<string> => {
  await file.opened
  const folder = logFolder(dataDir)
  const names = await readdir(folder)
  const parts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
  return parts.join('')
}

type Line = Record<string, unknown>
const parse = (logs: string): Line[] =>
  logs
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line) // our own lines

test('name the request, the job and the recording, and nothing that anybody said or keeps secret', async () => {
  const logs = await readLogs()
  const lines = parse(logs)
  expect(lines.find(({ msg }) => msg === 'an engine line')).toMatchObject({
    job: 'content.transcribe',
    job_id: expect.anything(),
    content_id: contentId,
  })
  expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({
    job_id: expect.anything(),
    err: { type: 'SyntaxError' },
  })
  expect(lines.find(({ route }) => route === '/v1/projects')).toMatchObject({
    request_id: expect.stringMatching(/^req_/),
    organization_id: expect.stringMatching(/^org_/),
    trace_id: trace,
  })
  expect(lines.find(({ job }) => job === 'event.fan-out')).toMatchObject({ trace_id: trace })
  expect(lines.filter((line) => 'job' in line && 'request_id' in line)).toEqual([])
  expect(lines.find(({ notice }) => notice === 'invitation_not_sent')).toMatchObject({
    link: '/app/#/members',
  })
  for (const secret of secrets) expect(logs).not.toContain(secret)
})

test('a diagnostics report holds the logs and the counts, and none of that either', async () => {
  await file.opened
  const report = path.join(dataDir, 'report.json')
  await writeDiagnostics(report, { dataDir, session: await findSession(app.dataDir) })
  const text = await readFile(report, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    service: { counts: { projects: 1, recordings: 1, webhooks: 1 }, storage: {}, machine: {} },
    logs: { 'service.1.log': expect.arrayContaining([expect.stringContaining(contentId)]) },
  })
  for (const secret of [...secrets, app.dataDir]) expect(text).not.toContain(secret)
  expect((await stat(report)).mode & 0o777).toBe(0o600)
})

test('are for their owner only', async () => {
  await file.opened
  const folder = logFolder(dataDir)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) {
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  }
})

test('a full file is followed by the next, and only the newest stay', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-rotation-'))
  const rotated = openLogFile(folder, { fileBytes: 100, fileCount: 3 })
  await rotated.opened
  for (let line = 1; line <= 6; line += 1) {
    rotated.write(`${String(line).padEnd(100, '.')}\n`)
    await setImmediate() // a file is changed between two lines, not within a burst of them
  }
  const logs = logFolder(folder)
  const names = async () => (await readdir(logs)).toSorted()
  await expect.poll(names).toEqual(['service.5.log', 'service.6.log', 'service.7.log'])
  expect(await readFile(path.join(logs, 'service.6.log'), 'utf8')).toMatch(/^6\.+\n$/)
  for (const name of await names()) {
    expect((await stat(path.join(logs, name))).mode & 0o777).toBe(0o600)
  }
  await rm(folder, { recursive: true, force: true })
})
