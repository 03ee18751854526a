import { sql } from 'kysely'
import type { Db, Sql, Tx } from '../../service/db/database.ts'

/** How many rows of a table the database looks at for some work in a transaction, whether by an index or one after another. */
export const countRowsRead = (
  db: Db,
  table: string,
  work: (tx: Tx) => Promise<unknown>,
): Promise<number> =>
  db.transaction(async (tx) => {
    const read = async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS count
        FROM pg_stat_xact_user_tables WHERE relid = ${table}::regclass`.execute(tx)
      return rows[0]?.count ?? 0
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })

/** How many rows of each table were looked at so far, in all transactions that have ended. */
export async function readRowCounts(db: Sql): Promise<Map<string, number>> {
  await sql`SELECT pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ table: string; count: number }>`
    SELECT relname AS table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer AS count
    FROM pg_stat_user_tables`.execute(db)
  return new Map(rows.map(({ table, count }) => [table, count]))
}
