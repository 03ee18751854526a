import { randomBytes } from 'node:crypto'
import { createEarshot } from 'earshot/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenRecording } from '../../../support/factory.ts'
import { isNightly } from '../../../support/nightly.ts'
import { testKeys } from '../../../support/library-keys.ts'
import { findS3Server, type S3Server } from '../../../support/s3-server.ts'
import {
  bytes,
  codeOf,
  hashOf,
  openStoreStage,
  type Session,
  type StoreStage,
} from './store-stage.ts'

const program = findS3Server()

describe.skipIf(program === null)('recordings in a store', () => {
  let stage: StoreStage
  let store: S3Server
  let app: TestApp
  let projectId: string
  beforeAll(async () => {
    stage = await openStoreStage(program ?? '')
    ;({ store, app, projectId } = stage)
  })
  afterAll(() => stage.stop())

  const announce: StoreStage['announce'] = (change) => stage.announce(change)
  const put: StoreStage['put'] = (session, body) => stage.put(session, body)
  const complete: StoreStage['complete'] = (session) => stage.complete(session)
  const detailOf: StoreStage['detailOf'] = (id) => stage.detailOf(id)
  const rowOf: StoreStage['rowOf'] = (id) => stage.rowOf(id)

  test('what is sent to the store itself is transcribed, played in ranges, and deleted there', async () => {
    const session = await announce()
    const id = session.content_id
    expect(new URL(session.upload_url).origin).toBe(store.env['EARSHOT_S3_PUBLIC_ENDPOINT'])
    expect(await put(session)).toBe(200)
    expect(await store.names('recordings')).not.toContain(id)
    expect(codeOf(await complete(session))).toEqual([202, 'processing'])
    await app.idle()
    const detail = await detailOf(id)
    expect([detail.status, detail.has_transcript]).toEqual(['completed', true])
    expect((await rowOf(id)).sha256).toBe(hashOf(bytes))
    expect(await store.names('incoming')).not.toContain(id)

    const part = await fetch(detail.media.url, { headers: { range: 'bytes=500-999' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/wav'])
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(500, 1000))
    expect(part.headers.get('content-disposition')).toContain('inline; filename="a.wav"')
    const whole = await fetch(detail.media.url)
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
    const head = await fetch(detail.media.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200000'])

    await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
    await app.idle()
    expect((await store.names('recordings')).filter((name) => name.startsWith(id))).toEqual([])
    expect((await fetch(detail.media.url)).status).toBe(404)
  })

  test.each([
    [{ EARSHOT_S3_BUCKET: 'other' }, 'the store has no bucket other'],
    [
      { EARSHOT_S3_SECRET_ACCESS_KEY: 'other' },
      'the store refuses this key for the bucket earshot',
    ],
  ])('a start says what is wrong of %o', async (env, problem) => {
    const started = startTestApp({ env: { ...store.env, ...env } })
    await expect(started).rejects.toThrow(problem)
  })

  test('an encrypted library does not go to a store', async () => {
    const started = startTestApp({ env: store.env, libraryKeys: testKeys })
    await expect(started).rejects.toThrow('This library is encrypted')
    const { status, body } = await app.call('POST', '/v1/encryption', {
      body: { passphrase: 'correct horse battery staple' },
    })
    const code = app.deps.db.isShared ? 'kept_on_server' : 'encryption_not_possible'
    expect([status, body.error.code]).toEqual([409, code])
  })

  test('storage counts what lies in the store', async () => {
    const before = (await app.call('GET', '/v1/storage')).body.data.recordings_bytes
    const session = await announce()
    await put(session)
    await complete(session)
    const after = (await app.call('GET', '/v1/storage')).body.data.recordings_bytes
    expect(after - before).toBe(bytes.length)
  })

  test('privacy tells where the recordings lie', async () => {
    expect((await app.call('GET', '/v1/privacy')).body.data.recording_store).toEqual({
      host: new URL(store.env['EARSHOT_S3_PUBLIC_ENDPOINT'] ?? '').host,
      ...{ bucket: 'earshot', is_encrypted: false },
    })
  })

  test('the page may call the store and play from it, and nobody else', async () => {
    const page = await fetch(new URL('/app/index.html', app.baseUrl))
    const policy = page.headers.get('content-security-policy') ?? ''
    const origin = store.env['EARSHOT_S3_PUBLIC_ENDPOINT']
    expect(policy).toContain(`connect-src 'self' ${origin};`)
    expect(policy).toContain(`media-src 'self' blob: ${origin};`)
  })

  test('another size than the announced one is refused by the store', async () => {
    const session = await announce()
    const headers = { 'Content-Type': 'audio/wav' }
    expect(await put({ ...session, upload_headers: headers }, bytes.subarray(1))).toBe(403)
    expect(codeOf(await complete(session))).toEqual([409, 'upload_incomplete'])
  })

  test('other bytes than those of the announced hash are refused by the store', async () => {
    const session = await announce({ sha256: hashOf(bytes) })
    const other = Buffer.from(bytes)
    other[7] = (other[7] ?? 0) ^ 1
    expect(await put(session, other)).toBe(400)
    expect(codeOf(await complete(session))).toEqual([409, 'upload_incomplete'])
    expect(await put(session)).toBe(200)
    expect(codeOf(await complete(session))).toEqual([202, 'processing'])
    await app.idle()
  })

  test('a store that checks nothing makes no recording of other bytes either', async () => {
    const session = await announce({ sha256: hashOf(bytes) })
    const short = await announce()
    // As a store would have it that compares neither.
    await store.plant(`incoming/${session.content_id}`, randomBytes(bytes.length))
    await store.plant(`incoming/${short.content_id}`, randomBytes(9))
    expect(codeOf(await complete(session))).toEqual([403, 'upload_refused'])
    expect(codeOf(await complete(short))).toEqual([403, 'upload_refused'])
    const left = [...(await store.names('recordings')), ...(await store.names('incoming'))]
    for (const { content_id: id } of [session, short]) expect(left).not.toContain(id)
  })

  test('what a kill leaves between the store and the row is gone on with', async () => {
    const early = await announce()
    await put(early)
    await store.plant(`recordings/${early.content_id}`, Buffer.from('half of it'))
    expect(codeOf(await complete(early))).toEqual([202, 'processing'])
    await app.idle()
    expect((await detailOf(early.content_id)).status).toBe('completed')
    expect((await rowOf(early.content_id)).sha256).toBe(hashOf(bytes))
  })

  test.runIf(isNightly)(
    'a confirmation that is sent again with its Idempotency-Key is answered as before',
    async () => {
      const session = await announce()
      await put(session)
      const headers = { 'idempotency-key': 'once' }
      const path = `/v1/projects/${projectId}/content/${session.content_id}/upload-complete`
      const [first, second] = [
        await app.call('POST', path, { headers }),
        await app.call('POST', path, { headers }),
      ]
      expect([first.status, first.body.data.status]).toEqual([202, 'processing'])
      expect([second.status, second.body.data]).toEqual([202, first.body.data])
      await app.idle()
    },
  )

  describe('a large file, in parts', () => {
    const large = Buffer.alloc(64 * 2 ** 20 + 1_000, 'all that was said ')
    const largeHash = hashOf(large)
    const announceLarge = () => announce({ size_bytes: large.length, sha256: largeHash })
    const partsOf = async ({ content_id: id }: Session) => {
      const path = `/v1/projects/${projectId}/content/${id}/upload-parts`
      const { status, body } = await app.call('POST', path)
      return { status, code: body.error?.code, parts: body.data?.parts ?? [] }
    }
    const putPart = async (url: string, body: Buffer<ArrayBuffer>): Promise<number> =>
      (await fetch(url, { method: 'PUT', body })).status

    test('goes on after a break with what has not arrived', async () => {
      const session = await announceLarge()
      const { parts } = await partsOf(session)
      const sizes = parts.map((one: { size_bytes: number }) => one.size_bytes)
      expect(sizes).toEqual([64 * 2 ** 20, 1_000])
      expect(await putPart(parts[1].upload_url, large.subarray(64 * 2 ** 20))).toBe(200)
      expect(codeOf(await complete(session))).toEqual([409, 'upload_incomplete'])
      await store.kill()
      await store.start()
      const [first, second] = (await partsOf(session)).parts
      expect(second.upload_url).toBeNull()
      expect(await putPart(first.upload_url, large.subarray(0, 9))).toBe(403)
      expect(await putPart(first.upload_url, large.subarray(0, 64 * 2 ** 20))).toBe(200)
      expect(codeOf(await complete(session))).toEqual([202, 'processing'])
      await app.idle()
      expect((await detailOf(session.content_id)).status).toBe('completed')
      expect((await rowOf(session.content_id)).sha256).toBe(largeHash)
      expect(await partsOf(session)).toMatchObject({ status: 403, code: 'upload_refused' })
    })

    test.runIf(isNightly)(
      'the client sends it so, again where the line breaks, and goes on where it was ended',
      async () => {
        let breaks = 1
        const sent: string[] = []
        const client = createEarshot({
          ...{ baseUrl: app.baseUrl, apiKey: app.sessionToken, retries: 0, pause: async () => {} },
          fetch: async (input, init) => {
            const url = String(input instanceof Request ? input.url : input)
            const part = new URL(url).searchParams.get('partNumber')
            if (part === '2' && breaks > 0 && breaks--) throw new TypeError('fetch failed')
            if (part !== null) sent.push(part)
            return fetch(input, init)
          },
        })
        const upload = (filename: string) =>
          client.upload(projectId, new Blob([large]), { filename, resumes: true })
        const { id } = await upload('one.wav')
        expect(sent).toEqual(['1', '2'])
        await app.idle()
        expect((await rowOf(id)).sha256).toBe(largeHash)

        breaks = Infinity
        await expect(upload('two.wav')).rejects.toThrow('broke during the upload')
        breaks = 0
        const { id: other } = await upload('two.wav')
        expect(sent).toEqual(['1', '2', '1', '2'])
        await app.idle()
        expect((await rowOf(other)).sha256).toBe(largeHash)
      },
    )

    test('a small one has no parts', async () => {
      expect(await partsOf(await announce())).toMatchObject({ status: 200, parts: [] })
    })
  })

  test('the type of a file without one is told from its bytes in the store', async () => {
    const flac = Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(60)])
    const id = await givenRecording(app, projectId, {
      ...{ filename: 'call', content_type: 'application/octet-stream', bytes: flac },
    })
    expect((await rowOf(id)).content_type).toBe('audio/flac')
  })

  test('two that confirm at once begin it once', async () => {
    const session = await announce()
    await put(session)
    const answers = await Promise.all([complete(session), complete(session), complete(session)])
    await app.idle()
    for (const answer of answers) expect([200, 202]).toContain(answer.status)
    expect((await detailOf(session.content_id)).status).toBe('completed')
  })

  describe('while the store is away', () => {
    test('an upload can be confirmed later, and what was begun goes on', async () => {
      const session = await announce()
      await put(session)
      await store.kill()
      const refused = await complete(session)
      expect(codeOf(refused)).toEqual([503, 'storage_unavailable'])
      expect(refused.headers.get('retry-after')).toBe('5')
      await store.start()
      expect(codeOf(await complete(session))).toEqual([202, 'processing'])
      await app.idle()
      expect((await detailOf(session.content_id)).status).toBe('completed')
    })

    test.runIf(isNightly)('or refuses the service, an upload is not lost', async () => {
      const session = await announce()
      await put(session)
      await store.kill()
      await store.start('another secret')
      expect(codeOf(await complete(session))).toEqual([503, 'storage_unavailable'])
      await store.kill()
      await store.start()
      expect(codeOf(await complete(session))).toEqual([202, 'processing'])
      await app.idle()
    })

    test('a transcription waits, however long that is', async () => {
      const session = await announce()
      await put(session)
      await app.call('POST', '/v1/queue/pause')
      await complete(session)
      await store.kill()
      await app.call('POST', '/v1/queue/resume')
      for (let attempt = 0; attempt < 5; attempt++) {
        await app.idle()
        expect((await detailOf(session.content_id)).status).toBe('processing')
        app.clock.advance(15_000)
      }
      await store.start()
      app.clock.advance(15_000)
      await app.idle()
      expect((await detailOf(session.content_id)).status).toBe('completed')
    })

    test('a deletion reaches it once it is back', async () => {
      const id = await givenRecording(app, projectId)
      expect(await store.names('recordings')).toContain(id)
      await store.kill()
      await app.call('DELETE', `/v1/projects/${projectId}/content/${id}`)
      await app.idle()
      await store.start()
      app.clock.advance(15_000)
      await app.idle()
      expect((await store.names('recordings')).filter((name) => name.startsWith(id))).toEqual([])
    })
  })
})
