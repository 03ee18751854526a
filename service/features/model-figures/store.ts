import type { Insertable, Selectable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import type { ModelFiguresTable } from '../../db/tables.ts'

export type ModelFiguresRow = Selectable<ModelFiguresTable>

export const selectModelFigures = (sql: Sql, organizationId: string): Promise<ModelFiguresRow[]> =>
  sql
    .selectFrom('model_figures')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('model')
    .execute()

/** In place of those of the same model. */
export const replaceModelFigures = (
  sql: Sql,
  row: Insertable<ModelFiguresTable>,
): Promise<ModelFiguresRow> =>
  sql
    .insertInto('model_figures')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'model'])
        .doUpdateSet({ figures: row.figures, measured_at: row.measured_at }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
