import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../../service/db/database.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openSharedDatabase } from '../../support/server-database.ts'

/** Where the transactions of the first process wait before they begin. */
let hold: { until: Promise<void>; isReached: () => void } | null = null

let keyFolder: string
let apps: TestApp[] = []
beforeAll(async () => {
  keyFolder = await mkdtemp(path.join(tmpdir(), 'earshot-key-'))
  const keyFile = path.join(keyFolder, 'key')
  await writeFile(keyFile, Buffer.alloc(32, 7).toString('base64'))
  const { databases } = await openSharedDatabase(2)
  const [one, other] = databases
  if (!one || !other) throw new Error('Two handles were asked for.')
  const transaction: Db['transaction'] = async (fn, options) => {
    const held = hold
    held?.isReached()
    await held?.until
    return one.transaction(fn, options)
  }
  const env = { EARSHOT_KEY_FILE: keyFile }
  apps = [
    await startTestApp({ db: { ...one, transaction }, env }),
    await startTestApp({ db: other, env }),
  ]
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  await rm(keyFolder, { recursive: true })
})
beforeEach(() => {
  hold = null
})

const send = (at: 0 | 1, name: string) => {
  const app = apps[at]
  if (!app) throw new Error('The processes have not been started.')
  const headers = { 'idempotency-key': name }
  return app.call('POST', '/v1/projects', { body: { name }, headers })
}
const namesOf = async () => {
  const rows = await apps[1]?.deps.db.sql.selectFrom('projects').select('name').execute()
  return rows?.map(({ name }) => name)
}

/** A request of the first process that is about to begin its work. */
async function givenHeld(name: string) {
  const reached = Promise.withResolvers<void>()
  const letGo = Promise.withResolvers<void>()
  hold = { until: letGo.promise, isReached: reached.resolve }
  const answer = send(0, name)
  await reached.promise
  return {
    letGo: () => {
      hold = null
      letGo.resolve()
      return answer
    },
  }
}

describe('a request that is sent to two processes', () => {
  it('is done once: the twin is told to wait, then gets the same answer', async () => {
    const { letGo } = await givenHeld('Twins')
    const early = await send(1, 'Twins')
    expect([early.status, early.body.error.code]).toEqual([409, 'idempotency_in_progress'])
    const first = await letGo()
    const late = await send(1, 'Twins')
    expect([first.status, late.status]).toEqual([201, 201])
    expect(late.body).toEqual(first.body)
    expect((await namesOf())?.filter((name) => name === 'Twins')).toHaveLength(1)
  })

  it('is done by the twin where the first is declared dead, and then by nobody else', async () => {
    const { letGo } = await givenHeld('Late')
    await apps[1]?.deps.db.sql
      .deleteFrom('processes')
      .where('id', '=', apps[0]?.deps.lease.id ?? '')
      .execute()
    expect((await send(1, 'Late')).status).toBe(201)
    const late = await letGo()
    expect([late.status, late.body.error.code]).toEqual([409, 'idempotency_in_progress'])
    expect((await namesOf())?.filter((name) => name === 'Late')).toHaveLength(1)
    expect((await send(1, 'Late')).status).toBe(201)
    expect((await namesOf())?.filter((name) => name === 'Late')).toHaveLength(1)
  })
})
