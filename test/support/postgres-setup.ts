import { startPostgres } from './postgres.ts'
import type { TestProject } from 'vitest/node'
import { makePostgresTemplate } from './server-database.ts'

/** Before the suites of a project that runs on PostgreSQL: the server, with a migrated database to copy from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = project.config.env?.['EARSHOT_TEST_POSTGRES']
  if (!folder) throw new Error('The project names no folder for the server.')
  const server = await startPostgres(folder)
  await makePostgresTemplate(folder)
  return server.stop
}
