import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { givenProject, givenRecording } from '../support/factory.ts'
import {
  findPostgres,
  ordinaryRole,
  postgresFolder,
  runOn,
  startPostgres,
} from '../support/postgres.ts'

// An upgrade without downtime: a newer version has expanded the database, and this one goes on beside it.

test.skipIf(!findPostgres())(
  'this version goes on, and starts again, beside a newer one',
  async () => {
    const server = await startPostgres(postgresFolder())
    onTestFinished(server.stop)
    await runOn(server.url(), `CREATE DATABASE team OWNER ${ordinaryRole}`)
    const open = () =>
      openServerDatabase({
        ...{ url: server.url('team', ordinaryRole), connections: 3, log: createLog('silent') },
      })
    const old = await startTestApp({ db: await open() })
    onTestFinished(old.stop)
    const project = await givenProject(old)
    const id = await givenRecording(old, project.id)
    const address = `/v1/projects/${project.id}/content/${id}`
    const read = async (app: TestApp, key?: string) =>
      (await app.call('GET', address, key === undefined ? {} : { key })).status
    // Each connection knows the statements that are planned once.
    expect(await Promise.all(Array.from({ length: 12 }, () => read(old)))).not.toContain(500)

    const newer = await open()
    onTestFinished(() => newer.close())
    const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(newer.sql)
    await newer.transaction(async (tx) => {
      for (const { name } of rows) {
        await sql`ALTER TABLE ${sql.table(name)} ADD COLUMN of_later text`.execute(tx)
      }
      await sql`INSERT INTO migrations (name, sha256) VALUES ('9999-later.sql', 'x')`.execute(tx)
    })

    const statuses = await Promise.all(Array.from({ length: 12 }, () => read(old)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect((await old.call('GET', '/readyz', { key: null })).status).toBe(200)
    const later = await givenRecording(old, (await givenProject(old)).id)
    expect(later).toMatch(/^cont_/)
    const again = await startTestApp({ db: await open() })
    onTestFinished(again.stop)
    expect((await again.call('GET', '/v1/projects')).body.data).toHaveLength(2)
  },
)
