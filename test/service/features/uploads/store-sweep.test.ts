import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { day, hour } from '../../../../service/core/time.ts'
import { givenRecording } from '../../../support/factory.ts'
import { findS3Server } from '../../../support/s3-server.ts'
import {
  bytes,
  codeOf,
  hashOf,
  openStoreStage,
  type Session,
  type StoreStage,
} from './store-stage.ts'

const program = findS3Server()

/**
 * Days pass once, after everything was sent: by a clock that is ahead of the store's, what is sent later is old, and
 * the sweep of the hour, which nobody waits for, takes it.
 */
describe.skipIf(program === null)('three days later, in a store', () => {
  const other = randomBytes(bytes.length)
  let stage: StoreStage
  let sentAgain: Session
  let unfinishedId: string
  let orphanId: string

  beforeAll(async () => {
    stage = await openStoreStage(program ?? '')
    sentAgain = await givenSentAgain()
    unfinishedId = await givenUnfinished()
    orphanId = await givenOrphan()
    const neverConfirmed = await stage.announce()
    await stage.put(neverConfirmed)
    expect(await stage.store.names('incoming')).toEqual(
      [sentAgain.content_id, neverConfirmed.content_id].toSorted(),
    )
    await passDays(3)
  })
  afterAll(() => stage.stop())

  async function givenSentAgain(): Promise<Session> {
    const session = await stage.announce()
    await stage.put(session)
    await stage.complete(session)
    await stage.app.idle()
    expect(await stage.put(session, other)).toBe(200)
    return session
  }

  /** One whose second part alone came, and which is left so; beside it another one, which is deleted. */
  async function givenUnfinished(): Promise<string> {
    const { app, store, pathOf, announce } = stage
    const large = Buffer.alloc(64 * 2 ** 20 + 1_000, 'all that was said ')
    const file = { size_bytes: large.length, sha256: hashOf(large) }
    const ids: string[] = []
    for (let count = 0; count < 2; count++) {
      const { content_id: id } = await announce(file)
      const { body } = await app.call('POST', `${pathOf(id)}/upload-parts`)
      const last = large.subarray(64 * 2 ** 20)
      await fetch(body.data.parts[1].upload_url, { method: 'PUT', body: last })
      ids.push(id)
    }
    const [deleted = '', left = ''] = ids
    await app.call('DELETE', pathOf(deleted))
    await app.idle()
    expect(await store.unfinished()).toEqual([`incoming/${left}`])
    return left
  }

  async function givenOrphan(): Promise<string> {
    const { app, projectId } = stage
    const id = await givenRecording(app, projectId, { filename: 'weekly.wav', bytes })
    await app.deps.db.sql.deleteFrom('content').where('id', '=', id).execute()
    return id
  }

  /** Makes it so much later than the store has it, and lets happen what is due every hour. */
  async function passDays(days: number): Promise<void> {
    const { app } = stage
    app.clock.jump(Math.max(0, Date.now() + days * day - app.clock.now().getTime()))
    for (let step = 0; step < 3; step++) {
      app.clock.advance(hour)
      await app.idle()
    }
  }

  test('what nobody confirmed and what came to a used address is gone', async () => {
    await expect.poll(() => stage.store.names('incoming')).toEqual([])
  })

  test('the recording of a used address is as it was', async () => {
    const id = sentAgain.content_id
    expect(codeOf(await stage.complete(sentAgain))).toEqual([200, 'completed'])
    const { media } = await stage.detailOf(id)
    expect(Buffer.from(await (await fetch(media.url)).arrayBuffer())).toEqual(bytes)
    expect(await stage.store.names('recordings')).toContain(id)
  })

  test('parts with which nobody went on are gone', async () => {
    await expect.poll(() => stage.store.unfinished()).not.toContain(`incoming/${unfinishedId}`)
  })

  test('a recording without a row is found by a check, told of, and taken in again as it was', async () => {
    const { app, detailOf } = stage
    await app.call('POST', '/v1/verify')
    await app.idle()
    const [orphan, ...more] = (await app.call('GET', '/v1/orphans')).body.data
    expect(more).toEqual([])
    expect(orphan).toMatchObject({
      ...{ id: orphanId, filename: 'weekly.wav', size_bytes: bytes.length },
    })
    const [notice] = (await app.call('GET', '/v1/notices')).body.data
    expect(notice.title).toBe('A recording has no entry')

    expect((await app.call('POST', `/v1/orphans/${orphanId}/take-in`)).status).toBe(202)
    await app.idle()
    expect((await detailOf(orphanId)).filename).toBe('weekly.wav')
    expect((await app.call('GET', '/v1/orphans')).body.data).toEqual([])
  })
})
