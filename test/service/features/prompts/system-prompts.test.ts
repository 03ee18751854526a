import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../../../service/db/database.ts'
import { prepareOrganizations } from '../../../../service/features/org/org.ts'
import { findPrompt } from '../../../../service/features/prompts/prompts.ts'
import { openTestDatabase } from '../../../support/database.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const ensure = (now: Date) =>
  db.transaction(async (tx) => {
    const organizationId = await prepareOrganizations(tx, now)
    const organization = await tx
      .selectFrom('organizations')
      .select('default_prompt_id')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
    return { organizationId, id: organization.default_prompt_id ?? '' }
  })

it('a second start changes nothing; a changed text comes back as a new version', async () => {
  const [first, later] = [new Date('2026-11-21T09:00:00Z'), new Date('2026-11-22T09:00:00Z')]
  const { organizationId, id } = await ensure(first)
  expect((await ensure(later)).id).toBe(id)
  const untouched = await findPrompt(db.sql, organizationId, id)
  expect(untouched).toMatchObject({ name: 'Sales call', version: 1, updated_at: first })

  // As an older release had left it.
  const old = { template: 'Old {{transcript}}' }
  await db.sql.updateTable('prompts').set(old).where('id', '=', id).execute()
  await db.sql.updateTable('prompt_versions').set(old).where('prompt_id', '=', id).execute()
  await ensure(later)
  const renewed = await findPrompt(db.sql, organizationId, id)
  expect(renewed).toMatchObject({ template: untouched?.template, version: 2, updated_at: later })
  const kept = await db.sql
    .selectFrom('prompt_versions')
    .select(['version', 'template'])
    .where('prompt_id', '=', id)
    .orderBy('version')
    .execute()
  expect(kept).toEqual([
    { version: 1, ...old },
    { version: 2, template: untouched?.template },
  ])
  const rows = await db.sql.selectFrom('prompts').select('id').execute()
  expect(rows).toHaveLength(5)
})
