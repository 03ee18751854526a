// Requests at the same moment, where each checks something that the other changes. On one connection they follow
// each other by themselves; on a database server the same has to come of it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { givenAction, writerOfTasks } from '../../support/actions.ts'
import { startTestApp, type Answer, type TestApp } from '../../support/app.ts'
import { scriptedTranscriber } from '../../support/engine.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'
import { givenOrganization } from '../../support/organizations.ts'
import { givenOrphan } from '../../support/orphans.ts'
import { accept, givenInvitation, givenMember } from '../../support/people.ts'
import { copyRecording } from '../../support/recordings.ts'
import { twoPeople } from '../../support/voices.ts'

let app: TestApp
let projectId: string
let sourceId: string
beforeAll(async () => {
  app = await startTestApp({
    env: { EARSHOT_RATE_LIMIT_FACTOR: '1000' },
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: writerOfTasks(),
  })
  sourceId = await givenRecording(app, (await givenProject(app)).id)
})
afterAll(() => app.stop())
beforeEach(async () => {
  projectId = (await givenProject(app)).id
})

const upload = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
const rounds = [1, 2, 3]

/** The same request so many times at once. */
const atOnce = (count: number, request: (at: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => request(at)))
const codes = (answers: readonly Answer[]): string[] =>
  answers.map(({ status, body }) => body.error?.code ?? String(status)).toSorted()

test('many new projects of one name get addresses of their own', async () => {
  const body = { name: 'Board' }
  const answers = await atOnce(30, () => app.call('POST', '/v1/projects', { body }))
  expect(new Set(codes(answers))).toEqual(new Set(['201']))
  expect(new Set(answers.map(({ body: made }) => made.data.slug)).size).toBe(30)
})

test.each(rounds)('of two admins who demote each other one stays, %s', async () => {
  const guest = (await givenOrganization(app)).app
  const other = await givenMember(guest, { email: 'other@example.org', role: 'admin' })
  const { data } = (await guest.call('GET', '/v1/members')).body
  const first = data.find(({ id }: { id: string }) => id !== other.memberId)
  const demote = (id: string, key?: string) =>
    guest.call('PATCH', `/v1/members/${id}`, { body: { role: 'member' }, ...(key && { key }) })
  await Promise.all([demote(first.id, other.key), demote(other.memberId)])
  const { body } = await guest.call('GET', '/v1/members')
  const admins = body.data.filter(({ role }: { role: string }) => role === 'admin')
  expect(admins.length).toBe(1)
})

test.each(rounds)('no more is uploaded than the organization may store, %s', async () => {
  const guest = (await givenOrganization(app)).app
  const { id } = await givenProject(guest)
  const usage = { storage_gb: { limit: 1 } }
  await guest.call('PATCH', '/v1/org', { body: { usage } })
  const body = { ...upload, size_bytes: 600_000_000 }
  const answers = await atOnce(8, () =>
    guest.call('POST', `/v1/projects/${id}/content/upload-url`, { body }),
  )
  expect(codes(answers)).toEqual(['201', ...Array<string>(7).fill('quota_exceeded')])
})

test('insights that are asked for many times are made once', async () => {
  const url = `/v1/projects/${projectId}/insights/generate`
  const answers = await atOnce(10, () => app.call('POST', url, { body: {} }))
  expect(new Set(codes(answers))).toEqual(new Set(['202']))
  expect(new Set(answers.map(({ body }) => body.data.insights_id)).size).toBe(1)
  await app.idle()
})

test('corrections of several lines at once are one round, and none is lost', async () => {
  const contentId = await copyRecording(app, sourceId, projectId)
  const url = `/v1/projects/${projectId}/content/${contentId}/transcript`
  const { segments, version } = (await app.call('GET', url)).body.data
  const answers = await atOnce(segments.length, (at) =>
    app.call('PATCH', `${url}/segments/${segments[at].id}`, { body: { text: `Line ${at}.` } }),
  )
  expect(new Set(codes(answers))).toEqual(new Set(['200']))
  const after = (await app.call('GET', url)).body.data
  expect(after.version).toBe(version + 1)
  expect(after.segments.map(({ text }: { text: string }) => text)).toEqual(
    segments.map((_: unknown, at: number) => `Line ${at}.`),
  )
})

test.each(rounds)(
  'an address is invited once, and an invitation accepted once, %s',
  async (round) => {
    const email = `twice-${round}@example.org`
    const invited = await atOnce(5, () => app.call('POST', '/v1/invitations', { body: { email } }))
    expect(codes(invited)).toEqual(['201', ...Array<string>(4).fill('invitation_exists')])
    const { token } = await givenInvitation(app, { email: `once-${round}@example.org` })
    const accepted = await atOnce(5, () => accept(app, token))
    expect(codes(accepted)).toEqual(['201', ...Array<string>(4).fill('invitation_not_pending')])
  },
)

test.each(rounds)('a prompt that becomes the default does not go into the bin, %s', async () => {
  const prompt = { name: 'x', template: '{{transcript}}' }
  const { id } = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data
  const settings = { default_prompt_id: id }
  const [chosen, trashed] = await Promise.all([
    app.call('PATCH', `/v1/projects/${projectId}`, { body: { settings } }),
    app.call('POST', `/v1/prompts/${id}/trash`),
  ])
  expect([chosen.status, trashed.status].filter((status) => status === 200).length).toBe(1)
})

test.each(rounds)(
  'a project that is deleted takes what is uploaded meanwhile along, %s',
  async () => {
    const url = `/v1/projects/${projectId}`
    const removal = app.call('DELETE', url)
    const uploads = await atOnce(8, () =>
      app.call('POST', `${url}/content/upload-url`, { body: upload }),
    )
    expect((await removal).status).toBe(200)
    expect(codes(uploads).filter((code) => !['201', 'not_found'].includes(code))).toEqual([])
    const { sql } = app.deps.db
    const left = sql.selectFrom('content').select('id').where('project_id', '=', projectId)
    expect(await left.execute()).toEqual([])
  },
)

test.each(rounds)('into the bin and back at once: it is in one place, %s', async () => {
  const contentId = await copyRecording(app, sourceId, projectId)
  const url = `/v1/projects/${projectId}/content/${contentId}`
  const answers = await atOnce(6, (at) =>
    app.call('POST', `${url}/${at % 2 === 0 ? 'trash' : 'restore'}`),
  )
  expect(new Set(codes(answers))).toEqual(new Set(['200']))
  const { data } = (await app.call('GET', '/v1/trash?limit=100')).body
  const isInBin = data.some(({ id }: { id: string }) => id === contentId)
  expect((await app.call('GET', url)).status).toBe(isInBin ? 404 : 200)
})

test('a limit on how many there may be holds', async () => {
  const body = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
  const answers = await atOnce(25, () => app.call('POST', '/v1/webhooks', { body }))
  expect(codes(answers)).toEqual([
    ...Array<string>(20).fill('201'),
    ...Array<string>(5).fill('validation_error'),
  ])
})

test('ticks of one task, names of one project and words of one list: all are taken', async () => {
  const actionId = await givenAction(app, projectId)
  const url = `/v1/projects/${projectId}`
  const answers = await atOnce(30, (at) => {
    const vocabulary = [{ term: `Word ${at}` }]
    if (at % 3 === 0) return app.call('PATCH', url, { body: { name: `Name ${at}` } })
    if (at % 3 === 1) return app.call('PATCH', url, { body: { settings: { vocabulary } } })
    return app.call('PATCH', `${url}/actions/${actionId}`, { body: { is_done: at % 2 === 0 } })
  })
  expect(new Set(codes(answers))).toEqual(new Set(['200']))
})

test('recordings without a row are taken in, each once', async () => {
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push(await givenOrphan(app))
  const take = (id: string | undefined) => app.call('POST', `/v1/orphans/${id}/take-in`)
  const answers = await atOnce(10, (at) => take(ids[at % 5]))
  expect(codes(answers)).toEqual([
    ...Array<string>(5).fill('202'),
    ...Array<string>(5).fill('not_found'),
  ])
  await app.idle()
  for (const { body } of answers.filter(({ status }) => status === 202)) {
    const { project_id, id } = body.data
    const found = await app.call('GET', `/v1/projects/${project_id}/content/${id}`)
    expect(found.body.data.status).toBe('completed')
  }
})

test('the entries of the audit log are one chain', async () => {
  const body = { name: 'x' }
  const answers = await atOnce(20, () => app.call('POST', '/v1/api-keys', { body }))
  expect(new Set(codes(answers))).toEqual(new Set(['201']))
  const rows = await app.deps.db.sql
    .selectFrom('audit_log')
    .select(['organization_id', 'position', 'hash', 'previous_hash'])
    .orderBy('organization_id')
    .orderBy('position')
    .execute()
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    if (before?.organization_id !== row.organization_id) continue
    expect([row.position, row.previous_hash]).toEqual([before.position + 1, before.hash])
  }
  expect(rows.length).toBeGreaterThan(60)
})
