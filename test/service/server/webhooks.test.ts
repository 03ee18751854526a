import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { startReceiver, type Receiver } from '../../support/receiver.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

let keyFolder: string
let receiver: Receiver
/** Answers requests only, so that the other one delivers. */
let api: TestApp
let worker: TestApp

beforeAll(async () => {
  keyFolder = await mkdtemp(path.join(tmpdir(), 'earshot-key-'))
  const keyFile = path.join(keyFolder, 'key')
  await writeFile(keyFile, Buffer.alloc(32, 7).toString('base64'))
  receiver = await startReceiver()
  const { url, databases } = await openSharedDatabase(2)
  const [one, other] = databases
  if (!one || !other) throw new Error('Two handles were asked for.')
  const common = {
    EARSHOT_DATABASE_URL: url,
    EARSHOT_KEY_FILE: keyFile,
    EARSHOT_WEBHOOK_ALLOW: '127.0.0.1',
  }
  const start = (db: typeof one, role: string) =>
    startTestApp({
      db,
      webhookAuthorities: [receiver.authority],
      env: { ...common, EARSHOT_ROLE: role },
    })
  worker = await start(other, 'worker')
  api = await start(one, 'api')
})
afterAll(async () => {
  for (const app of [api, worker]) await app.stop()
  await receiver.stop()
  await rm(keyFolder, { recursive: true })
})

test.each([
  ['switched off', 'PATCH', { is_active: false }],
  ['deleted', 'DELETE', undefined],
])(
  'once a webhook is said to be %s, no other process sends it anything',
  async (_what, method, body) => {
    const received = receiver.requests.length
    receiver.behave('/hanging', 'hang')
    const made = await api.call('POST', '/v1/webhooks', {
      body: { url: receiver.url('/hanging'), events: ['project.created'] },
    })
    await api.call('POST', '/v1/projects', { body: { name: 'Told' } })
    await receiver.received(received + 1)
    expect(receiver.open).toBe(1)
    const address = `/v1/webhooks/${made.body.data.id}`
    const answer = await api.call(method, address, body && { body })
    expect([answer.status, receiver.open]).toEqual([200, 0])
  },
)
