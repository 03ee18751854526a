import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../support/app.ts'
import { givenProject, givenUpload } from '../../support/factory.ts'
import { openPostgresDatabase } from '../../support/server-database.ts'

test('what an organization has done in the background takes its turn', async () => {
  const env = { EARSHOT_SMTP_URL: 'smtp://127.0.0.1:1' }
  const app = await startTestApp({ db: await openPostgresDatabase(), env })
  onTestFinished(() => app.stop())
  const { sql: handle } = app.deps.db
  // Jobs are gone once they are done.
  await sql`CREATE TABLE queued (name text, organization_id text)`.execute(handle)
  await sql`CREATE RULE note AS ON INSERT TO jobs
    DO ALSO INSERT INTO queued VALUES (NEW.name, NEW.organization_id)`.execute(handle)
  const { id } = await givenProject(app)
  const url = `/v1/projects/${id}`
  await app.call('PATCH', url, { body: { name: 'Other' } })
  await app.call('POST', '/v1/invitations', {
    body: { email: 'ada@example.org', role: 'member' },
  })
  const [one, two] = [await givenUpload(app, id), await givenUpload(app, id)]
  await app.call('POST', `${url}/content/${one}/upload-complete`)
  await app.call('PATCH', `${url}/content/${one}`, { body: { title: 'Call' } })
  await app.call('DELETE', `${url}/content/${two}`)
  const { rows: jobs } = await sql<{
    name: string
    organization_id: string
  }>`SELECT DISTINCT * FROM queued ORDER BY name`.execute(handle)
  expect(jobs.filter((job) => job.organization_id === '')).toEqual([])
  expect(jobs.map(({ name }) => name)).toEqual([
    ...['content.describe_files', 'content.remove_files', 'content.transcribe'],
    ...['event.fan-out', 'invitation.send', 'project.report-changes'],
  ])
})
