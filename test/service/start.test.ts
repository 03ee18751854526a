import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { day, hour } from '../../service/core/time.ts'
import { startService, type Service } from '../../service/start.ts'
import { startTestApp } from '../support/app.ts'
import { absentEmbedder } from '../support/embedder.ts'
import { scriptedTranscriber, scriptedWriter } from '../support/engine.ts'
import { givenProject, givenUpload } from '../support/factory.ts'
import { copyFolder, temporaryFolder } from '../support/folders.ts'
import { migratedDataFolder } from '../support/prepared-data.ts'
import { isNightly } from '../support/nightly.ts'
import { createClient } from '../support/path-client.ts'
import { openRaw } from '../support/raw-http.ts'

/** The service on a folder of its own, with a database on disk. */
async function startOn(dataDir: string, env: Record<string, string> = {}): Promise<Service> {
  const config = readConfig({ EARSHOT_DATA_DIR: dataDir, EARSHOT_PORT: '0', ...env })
  return startService(config, {
    log: createLog('silent'),
    transcriber: scriptedTranscriber(),
    writer: scriptedWriter(),
    embedder: absentEmbedder(),
  })
}

let used = ''
beforeAll(async () => {
  used = await mkdtemp(path.join(tmpdir(), 'earshot-used-'))
  copyFolder(await migratedDataFolder(), used)
  await (await startOn(used)).stop()
  return () => rm(used, { recursive: true })
}, 120_000)

/** Of a service that has stopped. */
async function usedFolder(): Promise<string> {
  const dataDir = await temporaryFolder()
  copyFolder(used, dataDir)
  return dataDir
}

test('a secret that is gone is asked for, and replaced only where the owner says so', async () => {
  const dataDir = await usedFolder()
  await rm(path.join(dataDir, 'secret-key'))
  await expect(startOn(dataDir)).rejects.toThrow(/secret-key in the data folder is gone/)
  expect(await readdir(dataDir)).not.toContain('secret-key')
  const service = await startOn(dataDir, { EARSHOT_REPLACE_SECRET_KEY: 'true' })
  await service.stop()
  expect(await readFile(path.join(dataDir, 'secret-key'))).toHaveLength(32)
})

test.each<[what: string, put: (dataDir: string) => Promise<unknown>, said: RegExp]>([
  [
    'a file in the place of the recordings',
    async (dataDir) => {
      await rm(path.join(dataDir, 'recordings'), { recursive: true, force: true })
      await writeFile(path.join(dataDir, 'recordings'), 'mine')
    },
    /recordings should be a folder and is none: move what lies there elsewhere/,
  ],
  [
    'a link to a disk that is not connected',
    async (dataDir) => {
      await rm(path.join(dataDir, 'recordings'), { recursive: true, force: true })
      await symlink(path.join(dataDir, 'unplugged'), path.join(dataDir, 'recordings'))
    },
    /recordings is a link to a folder that cannot be reached: connect the disk/,
  ],
  [
    'a folder in the place of the secret',
    async (dataDir) => {
      await rm(path.join(dataDir, 'secret-key'))
      await mkdir(path.join(dataDir, 'secret-key'))
    },
    /secret-key is a folder, and should be a file/,
  ],
  [
    'a folder in the place of the lock',
    async (dataDir) => {
      await rm(path.join(dataDir, 'owner.lock'), { force: true })
      await mkdir(path.join(dataDir, 'owner.lock'))
    },
    /owner\.lock cannot be locked.*move it elsewhere, and start again/,
  ],
])('a start that cannot says what to do: %s', async (_, put, said) => {
  const dataDir = await usedFolder()
  await put(dataDir)
  const before = await readdir(dataDir)
  await expect(startOn(dataDir)).rejects.toThrow(said)
  expect(await readdir(dataDir)).toEqual(before)
})

test.each(['{"content": 3, "proj', ...(isNightly ? ['', '[1, null]'] : [])])(
  'what is only told stops no start: losses.json with %j',
  async (text) => {
    const dataDir = await usedFolder()
    await writeFile(path.join(dataDir, 'losses.json'), text)
    const service = await startOn(dataDir)
    onTestFinished(() => service.stop())
    const { baseUrl, sessionToken: token } = service
    const client = createClient({ baseUrl, token })
    expect(await client.get<{ kind: string; body: string }[]>('/v1/notices')).toMatchObject([
      { kind: 'library_incomplete', body: expect.stringContaining('cannot be told') },
    ])
    expect(await readdir(dataDir)).not.toContain('losses.json')
  },
)

test('damage around the database does not stop a start, and what announces the service comes back', async () => {
  const dataDir = await usedFolder()
  await mkdir(path.join(dataDir, 'models'), { recursive: true })
  await writeFile(path.join(dataDir, 'models', 'imported.json'), '')
  const service = await startOn(dataDir)
  onTestFinished(() => service.stop())
  const models = await readdir(path.join(dataDir, 'models'))
  const aside = models.filter((name) => name.startsWith('imported.json.damaged-'))
  expect(aside).toHaveLength(1)
  const { baseUrl, sessionToken: token } = service
  const notices = await createClient({ baseUrl, token }).get<{ kind: string; body: string }[]>(
    '/v1/notices',
  )
  expect(notices).toMatchObject([
    { kind: 'models_list_damaged', body: expect.stringContaining(String(aside[0])) },
  ])
  await rm(path.join(dataDir, 'session-token'))
  await expect
    .poll(() => readFile(path.join(dataDir, 'session-token'), 'utf8').catch(() => ''), {
      timeout: 10_000,
    })
    .toBe(service.sessionToken)
})

test('nothing expires by a clock that jumped, until an hour shows that it is right', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const project = await givenProject(app)
  const id = await givenUpload(app, project.id)
  const status = async () =>
    (await app.call('GET', `/v1/projects/${project.id}/content/${id}`)).status
  app.clock.jump(40 * day)
  app.clock.advance(hour)
  await app.idle()
  expect(await status()).toBe(200)
  app.clock.advance(hour + 1)
  await expect.poll(status).toBe(404)
})

test('a body that stops arriving is 408 with a key, and without one its socket is closed', async () => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const head = { 'content-type': 'application/json', 'content-length': 100 }
  const keyed = await openRaw(app.baseUrl)
  keyed.head('POST', '/v1/projects', { ...head, authorization: `Bearer ${app.sessionToken}` })
  keyed.write('{"name":')
  const foreign = await openRaw(app.baseUrl)
  foreign.head('POST', '/v1/projects', head)
  expect((await foreign.answer()).status).toBe(401)
  const closed = Promise.all(
    [keyed, foreign].map(({ socket }) => new Promise((end) => socket.once('close', end))),
  )
  // Both have reached the service once it answers somebody who came later.
  await app.call('GET', '/v1/org')
  app.clock.advance(30_000)
  const answer = await keyed.answer()
  expect([answer.status, answer.text]).toEqual([408, expect.stringContaining('request_timeout')])
  await closed
})

test('a request whose change is committed is answered before the service ends', async () => {
  const app = await startTestApp()
  const made = app.call('POST', '/v1/projects', { body: { name: 'Late' } })
  const answers = await Promise.all([
    made,
    new Promise((begun) => setImmediate(begun)).then(app.stop),
  ])
  expect(answers[0].status).toBe(201)
})
