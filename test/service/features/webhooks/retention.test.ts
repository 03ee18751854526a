import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { deleteDeliveriesBefore } from '../../../../service/features/webhooks/outbox-store.ts'
import { expireEvents } from '../../../../service/features/webhooks/retention.ts'
import { countRowsRead } from '../../../support/rows-read.ts'
import { closeDatabase, givenWebhook, inHours, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

/** So many that arrived, the first of them now and each further one a minute earlier, from some days ago on. */
async function givenDelivered(webhookId: string, count: number, daysAgo: number): Promise<void> {
  const newest = new Date(stage.clock.now().getTime() - daysAgo * 24 * inHours)
  await sql`
    INSERT INTO deliveries (id, webhook_id, event_id, event, payload, status, trigger, max_attempts, created_at)
    SELECT 'dlv_' || gen_random_uuid(), ${webhookId}, 'evt_' || gen_random_uuid(), 'content.created', '{}', 'delivered',
      'event', 1, ${newest}::timestamptz - n * interval '1 minute'
    FROM generate_series(0, ${count - 1}::integer) n`.execute(stage.db.sql)
}

const countDeliveries = async () =>
  (await stage.db.sql.selectFrom('deliveries').select('webhook_id').execute()).length

test('old deliveries are found without a look at those that stay', async () => {
  for (const path of ['/one', '/other', '/none']) {
    const { id } = await givenWebhook(stage, path)
    await givenDelivered(id, 2_000, 0)
    if (path !== '/none') await givenDelivered(id, 5, 31)
  }
  await sql`ANALYZE deliveries`.execute(stage.db.sql)
  const time = new Date(stage.clock.now().getTime() - 30 * 24 * inHours)
  const read = await countRowsRead(stage.db, 'deliveries', (tx) => deleteDeliveriesBefore(tx, time))
  expect(read).toBeLessThan(50)
  expect(await countDeliveries()).toBe(6_000)
})

test('more old deliveries than go at once all go', async () => {
  const { id } = await givenWebhook(stage, '/many')
  await givenDelivered(id, 2_500, 31)
  await givenDelivered(id, 3, 0)
  await expireEvents(stage.deps)
  expect(await countDeliveries()).toBe(3)
})
