import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/folders.ts'
import { findWhisper, shortestClip } from '../../support/models.ts'
import { isNightly } from '../../support/nightly.ts'
import type { Content, Project, Transcript, UploadSession } from '../../support/path-client.ts'
import { findS3Server, startS3Server } from '../../support/s3-server.ts'
import { makePostgresDatabase } from '../../support/server-database.ts'
import { startServiceProcess, type ServiceProcess } from '../../support/service-process.ts'

const storeProgram = findS3Server()
const canRun = isNightly && storeProgram !== null && (await findWhisper()) !== undefined

test.skipIf(!canRun)(
  'a recording goes to the store, and another worker ends what one that was killed had begun',
  async () => {
    const folder = await temporaryFolder()
    const store = await startS3Server(storeProgram ?? '')
    onTestFinished(store.remove)
    const key = path.join(folder, 'key')
    await writeFile(key, randomBytes(32))
    const common = {
      ...store.env,
      EARSHOT_DATABASE_URL: await makePostgresDatabase(),
      EARSHOT_KEY_FILE: key,
      EARSHOT_LEASE_SECONDS: '5',
    }
    const start = async (name: string, role: string): Promise<ServiceProcess> => {
      const env = { ...common, EARSHOT_ROLE: role }
      const service = await startServiceProcess(path.join(folder, name), env)
      onTestFinished(async () => void (await service.stop()))
      return service
    }
    const [one, other] = await Promise.all([start('one', 'api'), start('other', 'api')])
    const worker = await start('worker', 'worker')

    const settings = { auto_analyze: true }
    const project = await one.client.post<Project>('/v1/projects', { name: 'Team', settings })
    const list = `/v1/projects/${project.id}/content`
    const bytes = await readFile(shortestClip)
    const session = await one.client.post<UploadSession>(`${list}/upload-url`, {
      ...{ filename: 'call.mp3', content_type: 'audio/mpeg', size_bytes: bytes.length },
    })
    const { upload_url: address, upload_headers: headers } = session
    expect((await fetch(address, { method: 'PUT', headers, body: bytes })).status).toBe(200)
    const item = `${list}/${session.content_id}`
    await other.client.post(`${item}/upload-complete`)
    const read = () => one.client.get<Content>(`${item}?include=analyses`)
    await expect.poll(async () => (await read()).stage).toBe('transcribing')
    await worker.kill()
    await start('second', 'worker')

    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
    const { text } = await other.client.get<Transcript>(`${item}/transcript`)
    expect(text).toContain('ask not what your country can do for you')
    const events = await other.client.get<{ event: string }[]>('/v1/events?limit=50')
    const started = events.filter(({ event }) => event === 'transcription.started')
    const completed = events.filter(({ event }) => event === 'transcription.completed')
    expect([started.length, completed.length]).toEqual([1, 1])
  },
)
