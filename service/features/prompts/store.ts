import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { pageOf, type PageRequest } from '../../db/page.ts'
import type { Prompts } from '../../db/tables.ts'

export type PromptRow = Selectable<Prompts> & { is_default: boolean }

const selectFields = (sql: Sql, organizationId: string) =>
  sql
    .selectFrom('prompts')
    .selectAll('prompts')
    .select((by) =>
      by
        .exists(
          by
            .selectFrom('organizations')
            .whereRef('organizations.default_prompt_id', '=', 'prompts.id')
            .select('organizations.id'),
        )
        .$castTo<boolean>()
        .as('is_default'),
    )
    .where('organization_id', '=', organizationId)

export const selectPrompts = (sql: Sql, organizationId: string, page: PageRequest) =>
  pageOf<PromptRow>(selectFields(sql, organizationId), page)

export const selectPrompt = (
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<PromptRow | undefined> =>
  selectFields(sql, organizationId).where('id', '=', id).executeTakeFirst()

export const selectSystemPrompts = (sql: Sql, organizationId: string): Promise<PromptRow[]> =>
  selectFields(sql, organizationId).where('type', '=', 'system').execute()

export async function insertPrompt(sql: Sql, row: Insertable<Prompts>): Promise<void> {
  await sql.insertInto('prompts').values(row).execute()
}

export async function updatePrompt(sql: Sql, id: string, set: Updateable<Prompts>): Promise<void> {
  await sql.updateTable('prompts').set(set).where('id', '=', id).execute()
}

export async function deletePrompt(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom('prompts').where('id', '=', id).execute()
}

/** The projects that use the prompt as their default. */
export const selectProjectsUsing = (sql: Sql, promptId: string) =>
  sql
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('default_prompt_id', '=', promptId)
    .orderBy('created_at')
    .execute()
