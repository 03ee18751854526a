import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { systemClock } from '../../../service/core/time.ts'
import { migrate } from '../../../service/db/migrate.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { openMetrics } from '../../../service/telemetry/metrics.ts'
import { findPostgres, postgresFolder, startPostgres } from '../../support/postgres.ts'
import { startTcpProxy } from '../../support/tcp-proxy.ts'

test.skipIf(!findPostgres())(
  'transactions of several connections that clashed are counted',
  async () => {
    const folder = postgresFolder()
    const server = await startPostgres(folder)
    onTestFinished(server.stop)
    const log = createLog('silent')
    const db = await openServerDatabase({ url: server.url(), connections: 4, log })
    onTestFinished(() => db.close())
    const metrics = openMetrics({ db, clock: systemClock, version: '0.0.0', log })
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

test.skipIf(!findPostgres())(
  'without the database a process tells what is its own, soon, and that it is away',
  async () => {
    const folder = postgresFolder()
    const server = await startPostgres(folder)
    onTestFinished(server.stop)
    const address = await startTcpProxy('127.0.0.1', { path: `${folder}/.s.PGSQL.5432` })
    onTestFinished(address.stop)
    const log = createLog('silent')
    const url = `postgresql://postgres@127.0.0.1:${address.port}/postgres`
    const db = await openServerDatabase({ url, connections: 4, log })
    onTestFinished(() => db.close())
    const metrics = openMetrics({ db, clock: systemClock, version: '0.0.0', log })
    onTestFinished(metrics.stop)
    await migrate(db)
    const depths = /^earshot_(?:queue_\w+|webhook_o\w+)(?:\{.*\})? /m
    const there = await metrics.write()
    expect(there).toMatch(/^earshot_database_up 1$/m)
    expect(there).toMatch(depths)
    for (const mode of ['refuses', 'swallows'] as const) {
      address.set(mode)
      const begun = performance.now()
      const text = await metrics.write()
      expect(performance.now() - begun, mode).toBeLessThan(5_000)
      expect(text, mode).toMatch(/^earshot_database_up 0$/m)
      expect(text, mode).toMatch(/^process_cpu_seconds_total \d/m)
      expect(text, mode).toMatch(/^earshot_database_pool_connections\{/m)
      expect(text, mode).not.toMatch(depths)
      address.set('passes')
      await expect.poll(() => metrics.write()).toMatch(/^earshot_database_up 1$/m)
    }
    expect(await metrics.write()).toMatch(depths)
  },
)
