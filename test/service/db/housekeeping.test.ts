import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { connectTo } from '../../../service/db/connection.ts'
import { startEngine } from '../../../service/db/engine.ts'
import { startHousekeeping } from '../../../service/db/housekeeping.ts'
import { databaseTemplate } from '../../support/database.ts'

const log = createLog('silent')
const idleMs = 20

test('after a quiet moment the log is checkpointed, and what is a day old is vacuumed once', async () => {
  const engine = await startEngine({ folder: null, template: await databaseTemplate() })
  const connection = connectTo(engine.stream, log)
  onTestFinished(async () => {
    await connection.close()
    await engine.close()
  })
  await sql`create table t as select generate_series(1, 1000) as n`.execute(connection.sql)
  await sql`delete from t where n > 500`.execute(connection.sql)
  const look = async () => {
    const { rows } = await sql<{ checkpoint: string; vacuumed: Date | null; times: number }>`
      select checkpoint_lsn::text as checkpoint, last_vacuum as vacuumed, vacuum_count as times
      from pg_control_checkpoint(), pg_stat_user_tables where relname = 't'`.execute(connection.sql)
    return rows[0]
  }
  const before = await look()
  expect(before).toMatchObject({ vacuumed: null })

  const housekeeping = startHousekeeping(connection, log, { idleMs })
  // Looking is a use of the database, so it waits for longer than the quiet moment in between.
  const waiting = { interval: idleMs * 5, timeout: 20_000 }
  const first = await vi.waitFor(async () => {
    const now = await look()
    expect(now?.checkpoint).not.toBe(before?.checkpoint)
    expect(now?.vacuumed).toBeInstanceOf(Date)
    return now
  }, waiting)
  await vi.waitFor(async () => {
    expect((await look())?.checkpoint).not.toBe(first?.checkpoint)
  }, waiting)
  expect((await look())?.times).toBe(1)
  await housekeeping.stop()
})
