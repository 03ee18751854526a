import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../../../service/core/ids.ts'
import { hour } from '../../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { bundleOfRecording, put as putBundle } from '../../../support/bundles.ts'
import { isNightly } from '../../../support/nightly.ts'
import { givenProject } from '../../../support/factory.ts'
import { findS3Server, startS3Server, type S3Server } from '../../../support/s3-server.ts'

const program = findS3Server()
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(program === null)('an upload to a store is confirmed by one at a time', () => {
  let store: S3Server
  let app: TestApp
  let projectId: string
  beforeAll(async () => {
    store = await startS3Server(program ?? '')
    app = await startTestApp({ env: { ...store.env, EARSHOT_RATE_LIMIT_FACTOR: '100' } })
    projectId = (await givenProject(app)).id
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await app.stop()
    await store.remove()
  })

  type Session = { content_id: string; upload_url: string; upload_headers: Record<string, string> }
  const bytes = randomBytes(200_000)
  const announce = async (size_bytes = bytes.length): Promise<Session> => {
    const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes }
    const path = `/v1/projects/${projectId}/content/upload-url`
    return (await app.call('POST', path, { body })).body.data
  }
  const send = async ({ upload_url, upload_headers }: Session, body = bytes): Promise<void> => {
    const response = await fetch(upload_url, { method: 'PUT', headers: upload_headers, body })
    expect(response.status).toBe(200)
  }
  const pathOf = (id: string) => `/v1/projects/${projectId}/content/${id}`
  const complete = (id: string, by = app) => by.call('POST', `${pathOf(id)}/upload-complete`)
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof complete>>) => [
    status,
    body.error?.code ?? body.data.status ?? body.data.state,
  ]
  const left = async (id: string) =>
    [...(await store.names('recordings')), ...(await store.names('incoming'))].filter((name) =>
      name.startsWith(id),
    )

  /** Holds the next confirmation where it makes a recording of what was sent: before that, or when it has. */
  function hold(where: 'before' | 'after') {
    const { direct } = app.deps.blobs
    if (!direct) throw new Error('There is no store.')
    const { accept } = direct
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    vi.spyOn(direct, 'accept').mockImplementationOnce(async (...args) => {
      const stop = (): Promise<void> => {
        reached.resolve()
        return opened.promise
      }
      if (where === 'before') await stop()
      const accepted = await accept(...args)
      if (where === 'after') await stop()
      return accepted
    })
    return { reached: reached.promise, open: opened.resolve }
  }

  /** Deletes the item of a held confirmation, whose copy the store ends only after the files were removed. */
  async function deleteMeanwhile(id: string): Promise<void> {
    expect((await app.call('DELETE', pathOf(id))).status).toBe(200)
    await app.idle()
    expect(await left(id)).toEqual([])
    await store.plant(`recordings/${id}`, bytes)
  }

  test('what is deleted meanwhile leaves nothing in the store', async () => {
    const session = await announce()
    const id = session.content_id
    await send(session)
    const held = hold('after')
    const confirming = complete(id)
    await held.reached
    await deleteMeanwhile(id)
    held.open()
    expect(codeOf(await confirming)).toEqual([404, 'not_found'])
    await app.idle()
    expect(await left(id)).toEqual([])
    expect(await claimed()).toEqual([])
  })

  test('nor does a recording of another installation that is deleted while it is taken in', async () => {
    const id = newId('cont')
    const given = { ...bundleOfRecording(), project_id: projectId }
    const [content] = given.tables
    for (const row of content?.rows ?? []) row['size_bytes'] = bytes.length
    const bundle = { ...given, media: { sha256: hashOf(bytes) } }
    const { upload } = (await putBundle(app, id, bundle)).body.data
    await send(upload)
    const held = hold('after')
    const taking = putBundle(app, id, bundle)
    await held.reached
    await deleteMeanwhile(id)
    held.open()
    expect(codeOf(await taking)).toEqual([404, 'not_found'])
    await app.idle()
    expect(await left(id)).toEqual([])
  })

  test('what is sent and confirmed a second time meanwhile is not taken for the first', async () => {
    const session = await announce()
    const id = session.content_id
    const other = randomBytes(bytes.length)
    await send(session)
    const held = hold('before')
    const first = complete(id)
    await held.reached
    const second = complete(id)
    // Long enough for one that waits for nobody.
    await Promise.race([second, pause(400)])
    await send(session, other)
    held.open()
    expect(codeOf(await first)).toEqual([202, 'processing'])
    expect((await second).status).toBe(200)
    await app.idle()
    const { sha256 } = await app.deps.db.sql
      .selectFrom('content')
      .select('sha256')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(sha256).toBe(hashOf(other))
    const { media } = (await app.call('GET', pathOf(id))).body.data
    expect(hashOf(Buffer.from(await (await fetch(media.url)).arrayBuffer()))).toBe(sha256)
  })

  test('one that fails makes way for the next', async () => {
    const session = await announce()
    const id = session.content_id
    const held = hold('before')
    const first = complete(id)
    await held.reached
    const second = complete(id)
    await Promise.race([second, pause(400)])
    held.open()
    expect(codeOf(await first)).toEqual([409, 'upload_incomplete'])
    expect(codeOf(await second)).toEqual([409, 'upload_incomplete'])
    await send(session)
    expect(codeOf(await complete(id))).toEqual([202, 'processing'])
    await app.idle()
  })

  test('a claim of a process that is gone holds nobody up, and is released within the hour', async () => {
    const session = await announce()
    const id = session.content_id
    await send(session)
    await claim(id, 'gone')
    expect(codeOf(await complete(id))).toEqual([202, 'processing'])
    await app.idle()

    // Deleted while the process lived, which had its file copied then.
    const deleted = newId('cont')
    await claim(deleted, 'gone')
    await store.plant(`recordings/${deleted}`, bytes)
    for (let step = 0; step < 3; step++) {
      app.clock.advance(hour)
      await app.idle()
    }
    await expect.poll(() => left(deleted)).toEqual([])
    expect(await claimed()).toEqual([])
  })

  test('a process that is told to end lets nobody wait', async () => {
    const draining = new AbortController()
    const ending = await startTestApp({ env: store.env, draining: draining.signal })
    onTestFinished(ending.stop)
    const project = (await givenProject(ending)).id
    const path = `/v1/projects/${project}/content`
    const body = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 5 }
    const { content_id: id } = (await ending.call('POST', `${path}/upload-url`, { body })).body.data
    await claim(id, ending.deps.lease.id, ending)
    draining.abort()
    const answer = await ending.call('POST', `${path}/${id}/upload-complete`)
    expect(codeOf(answer)).toEqual([409, 'upload_in_progress'])
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  describe('a large file, in parts', () => {
    const large = Buffer.alloc(64 * 2 ** 20 + 1_000, 'all that was said ')
    const partsOf = async (id: string): Promise<string[]> => {
      const { body } = await app.call('POST', `${pathOf(id)}/upload-parts`)
      return body.data.parts.map((one: { upload_url: string }) => one.upload_url)
    }
    const sendParts = async (urls: string[]): Promise<void> => {
      for (const [index, url] of urls.entries()) {
        const body = large.subarray(index * 64 * 2 ** 20, (index + 1) * 64 * 2 ** 20)
        expect((await fetch(url, { method: 'PUT', body })).status).toBe(200)
      }
    }

    test('goes to one upload, anew where that has ended, whoever asks for its addresses', async () => {
      const { content_id: id } = await announce(large.length)
      const [first = ''] = await partsOf(id)
      const ended = new URL(first).searchParams.get('uploadId') ?? ''
      await app.deps.blobs.direct?.abortParts(id, ended)
      const asked = await Promise.all([partsOf(id), partsOf(id), partsOf(id), partsOf(id)])
      const uploads = asked.flat().map((url) => new URL(url).searchParams.get('uploadId'))
      expect(new Set(uploads).size).toBe(1)
      expect(uploads).not.toContain(ended)
      const unfinished = await store.unfinished()
      expect(unfinished.filter((key) => key === `incoming/${id}`)).toHaveLength(1)
      // With each change store.test.ts sends a large file, and confirms a small one three times at once.
      if (!isNightly) return
      await sendParts(asked[0] ?? [])
      const answers = await Promise.all([complete(id), complete(id), complete(id)])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 202])
      await app.idle()
    })

    test.runIf(isNightly)(
      'also where the store has others of it, whatever the time it says they began',
      async () => {
        const { content_id: id } = await announce(large.length)
        const urls = await partsOf(id)
        for (let more = 0; more < 8; more++) await store.beginParts(`incoming/${id}`)
        await sendParts(urls)
        expect(codeOf(await complete(id))).toEqual([202, 'processing'])
        await app.idle()
      },
    )
  })

  const claim = (id: string, process: string, { deps } = app) =>
    sql`INSERT INTO upload_claims (content_id, organization_id, token, process)
      SELECT ${id}, id, 'one', ${process} FROM organizations`.execute(deps.db.sql)
  const claimed = async () =>
    (await sql`SELECT content_id FROM upload_claims`.execute(app.deps.db.sql)).rows
})
