import { jobHandlers } from '../../service/jobs.ts'
import { takeFromDead } from '../../service/queue/put-back.ts'
import type { TestApp } from './app.ts'

/** What it runs is taken from it, as from a process that died; until it looks for work it does not know. */
export async function declareDead({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  await deps.db.sql.deleteFrom('processes').execute()
  const handlers = new Map(jobHandlers(deps).map((one) => [one.definition.name, one]))
  await takeFromDead({ db: deps.db, handlers })
}
