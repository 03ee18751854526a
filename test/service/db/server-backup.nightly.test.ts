import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../service/core/log.ts'
import { openServerDatabase } from '../../../service/db/open-server-database.ts'
import { startTestApp } from '../../support/app.ts'
import { scriptedTranscriber, spoken } from '../../support/engine.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { temporaryFolder } from '../../support/folders.ts'
import {
  findPostgres,
  ordinaryRole,
  postgresFolder,
  runOn,
  startPostgres,
} from '../../support/postgres.ts'

const programs = findPostgres()

/** One of PostgreSQL's own programs; what it says of errors is the failure of the test. */
function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(path.join(String(programs), program), args, {
    encoding: 'utf8',
    // Row-level security holds for the service's own user; what is told here lets it see all.
    env: { ...process.env, PGOPTIONS: '-c earshot.organization=*' },
  })
  expect([status, stderr]).toEqual([0, ''])
}

test.skipIf(!programs)(
  'a dump by PostgreSQL’s own tools is restored with all that was in it',
  async () => {
    const folder = postgresFolder()
    const server = await startPostgres(folder)
    onTestFinished(server.stop)
    for (const name of ['kept', 'restored'])
      await runOn(server.url(), `CREATE DATABASE ${name} OWNER ${ordinaryRole}`)
    const start = async (name: string, secretKey?: Buffer) => {
      const dataDir = await temporaryFolder()
      if (secretKey) await writeFile(path.join(dataDir, 'secret-key'), secretKey)
      const db = await openServerDatabase({
        ...{ url: server.url(name, ordinaryRole), connections: 3, log: createLog('silent') },
      })
      const app = await startTestApp({
        db,
        env: { EARSHOT_DATA_DIR: dataDir },
        transcriber: scriptedTranscriber(async () => spoken('The zanzibar contract is signed.')),
      })
      onTestFinished(app.stop)
      return { ...app, dataDir }
    }
    const before = await start('kept')
    const project = await givenProject(before, { settings: { auto_analyze: true } })
    const id = await givenRecording(before, project.id, { filename: 'call 7 of 12.wav' })
    await before.call('PUT', `/v1/projects/${project.id}/content/${id}/notes`, {
      body: { text: 'Ask Paul.' },
    })
    await before.idle()

    const dump = path.join(await temporaryFolder(), 'kept.dump')
    const at = ['--host', folder, '--username', ordinaryRole]
    run('pg_dump', [...at, '--enable-row-security', '--format=custom', '--file', dump, 'kept'])
    run('pg_restore', [...at, '--exit-on-error', '--no-owner', '--dbname', 'restored', dump])
    run('pg_restore', [
      ...[...at, '--exit-on-error', '--clean', '--if-exists', '--no-owner'],
      ...['--dbname', 'restored', dump],
    ])

    const secret = await readFile(path.join(before.dataDir, 'secret-key'))
    const after = await start('restored', secret)
    for (const address of [
      `/v1/projects/${project.id}/content/${id}`,
      `/v1/projects/${project.id}/content/${id}/transcript`,
      `/v1/projects/${project.id}/content?order=title`,
      '/v1/search/content?q=zanzibar',
    ]) {
      const [was, is] = [await before.call('GET', address), await after.call('GET', address)]
      expect(is.status, address).toBe(200)
      const addressless = (body: unknown) =>
        JSON.stringify(body).replaceAll(/http:[^"]*|req_\w+/g, '…')
      expect(addressless(is.body.data)).toBe(addressless(was.body.data))
    }
    await givenRecording(after, project.id)
  },
)
