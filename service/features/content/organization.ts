import type { Sql } from '../../db/database.ts'
import { selectOrganizationId } from './store.ts'

/** The id of the organization whose project holds the item. */
export const organizationOf = (sql: Sql, contentId: string): Promise<string> =>
  selectOrganizationId(sql, contentId)
