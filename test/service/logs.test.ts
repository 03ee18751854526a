import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { logFolder, openLogFile, type LogFile } from '../../service/core/log-file.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { scriptedTranscriber, scriptedWriter, spoken } from '../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../support/factory.ts'

const said = 'zanzibarword'
const filename = 'quokkaname.wav'

let dataDir: string
let file: LogFile
let app: TestApp

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-logs-'))
  file = openLogFile(dataDir)
  const log = createLog('trace', file)
  app = await startTestApp({
    log,
    env: { EARSHOT_WEBHOOK_ALLOW: '127.0.0.1' },
    transcriber: scriptedTranscriber(async () => {
      log.warn({ step: 'decode' }, 'an engine line')
      return spoken(`${said} was said.`)
    }),
    // What a model writes is not JSON now and then; the parser's message quotes it.
    writer: scriptedWriter(async () => JSON.parse(`${said} is no JSON`)),
  })
})

afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

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
  const project = await givenProject(app, { settings: { auto_analyze: true } })
  const key = await givenKey(app, { name: 'Report', scopes: ['read'] })
  const hook = await app.call('POST', '/v1/webhooks', {
    body: { url: 'https://127.0.0.1:9443/hook', events: ['transcription.completed'] },
  })
  expect(hook.body).toMatchObject({ data: { secret: expect.any(String) } })
  const contentId = await givenRecording(app, project.id, { filename })
  await app.call('GET', `/v1/search?q=${said}`, { key })
  await app.call('POST', `/v1/projects/${project.id}/ask`, {
    body: { question: `Who said ${said}?` },
  })
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
  })
  for (const secret of [said, filename, key, app.sessionToken, hook.body.data.secret]) {
    expect(secret).toBeTypeOf('string')
    expect(logs).not.toContain(secret)
  }
})

test('are for their owner only', async () => {
  await file.opened
  const folder = logFolder(dataDir)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(folder)) {
    expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  }
})
