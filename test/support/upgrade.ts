import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { migrate, readMigrations } from '../../service/db/migrate.ts'
import { openBlankDatabase } from './database.ts'

const recording = `
  INSERT INTO organizations (id, name, slug, transcription_minutes_limit, storage_gb_limit,
    created_at) VALUES ('org_1', 'Org', 'org', 1, 1, now());
  INSERT INTO projects (id, organization_id, name, slug, created_at, updated_at)
    VALUES ('proj_1', 'org_1', 'Sales', 'sales', now(), now());
  INSERT INTO content (id, project_id, filename, content_type, size_bytes, status, created_at,
    updated_at) VALUES ('cont_1', 'proj_1', 'a.wav', 'audio/wav', 1, 'completed', now(), now());`

/**
 * A database as it was before a migration (its four digits), with the recording cont_1 of proj_1;
 * `upgrade` applies the rest.
 */
export async function openDatabaseBefore(step: string) {
  const db = await openBlankDatabase()
  onTestFinished(() => db.close())
  const steps = await readMigrations()
  await migrate(
    db,
    steps.filter(({ name }) => name < step),
  )
  await sql.raw(recording).execute(db.sql)
  return { db, upgrade: () => migrate(db, steps) }
}
