import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { systemClock } from '../../../service/core/time.ts'
import { migrate } from '../../../service/db/migrate.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { openMetrics } from '../../../service/telemetry/metrics.ts'
import { findPostgres, postgresFolder, startPostgres } from '../../support/postgres.ts'

test.skipIf(!findPostgres())(
  'transactions of several connections that clashed are counted',
  async () => {
    const folder = postgresFolder()
    const server = await startPostgres(folder)
    onTestFinished(server.stop)
    const log = createLog('silent')
    const db = await openServerDatabase({ url: server.url(), connections: 4, log })
    onTestFinished(() => db.close())
    const metrics = openMetrics({ db, clock: systemClock, version: '0.0.0' })
    onTestFinished(metrics.stop)
    await sql`CREATE TABLE sums (value integer)`.execute(db.sql)
    await sql`INSERT INTO sums VALUES (0)`.execute(db.sql)
    const both = Promise.withResolvers<void>()
    let readers = 0
    const add = (amount: number) =>
      db.transaction(async (tx) => {
        await sql`SELECT sum(value) FROM sums`.execute(tx)
        readers += 1
        if (readers === 2) both.resolve()
        await both.promise
        await sql`UPDATE sums SET value = value + ${amount}`.execute(tx)
      })
    await Promise.all([add(1), add(2)])
    await migrate(db)
    const text = await metrics.write()
    expect(text).toMatch(/^earshot_database_transaction_clashes_total [1-9]/m)
    expect(text).toMatch(/^earshot_database_pool_connections\{state="idle"\} [1-4]$/m)
  },
)
