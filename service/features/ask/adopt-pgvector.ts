import { sql } from 'kysely'
import { forAllOrganizations } from '../../core/organization-context.ts'
import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { hasPgvector, replaceModel } from './embedding-store.ts'

/**
 * At each start: a database that had no pgvector when its tables were made, and has it now, keeps its vectors by it
 * from now on. They are made anew in the background, because bytes do not become vectors. Where that is refused the
 * service works on as before, and the next start tries again.
 */
export async function adoptPgvector({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const adopt = () =>
    db.transaction(async (tx) => {
      // Of several processes that start, one does it; none waits for what others read meanwhile.
      await sql`SET LOCAL lock_timeout = '10s'`.execute(tx)
      await sql`SELECT pg_advisory_xact_lock(hashtext('earshot.pgvector'))`.execute(tx)
      if (!(await canAdopt(tx))) return
      await sql`CREATE EXTENSION IF NOT EXISTS vector`.execute(tx)
      await replaceModel(tx, null)
      await sql`
        ALTER TABLE ask_embeddings DROP COLUMN embedding, ADD COLUMN embedding halfvec NOT NULL`.execute(
        tx,
      )
      log.info('this database has pgvector now: what was said is read once more for Ask')
    })
  await forAllOrganizations(async () => {
    if (!(await canAdopt(db.sql))) return
    await adopt().catch((error: unknown) => {
      log.warn(
        { err: error },
        'pgvector is there and is not used yet: a superuser runs CREATE EXTENSION vector in this database, then restart',
      )
    })
  })
}

async function canAdopt(handle: Sql): Promise<boolean> {
  if (await hasPgvector(handle)) return false
  const { rows } = await sql`
    SELECT FROM pg_available_extensions WHERE name = 'vector'`.execute(handle)
  return rows.length > 0
}
