import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { Waveforms } from '../../db/tables.ts'

export const selectWaveform = (
  sql: Sql,
  contentId: string,
): Promise<Selectable<Waveforms> | undefined> =>
  sql.selectFrom('waveforms').selectAll().where('content_id', '=', contentId).executeTakeFirst()

export async function upsertWaveform(sql: Sql, row: Insertable<Waveforms>): Promise<void> {
  const { content_id: _same, ...drawn } = row
  await sql
    .insertInto('waveforms')
    .values(row)
    .onConflict((on) => on.column('content_id').doUpdateSet(drawn))
    .execute()
}
