import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minute } from '../../../service/core/time.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenKey, givenProject, givenRecording } from '../../support/factory.ts'
import { accept, givenInvitation, givenMember } from '../../support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const prompt = { name: 'A', template: '{{transcript}}' }

type Entry = Record<string, unknown> & { hash: string; previous_hash: string; position: number }

const list = async (query = ''): Promise<Entry[]> =>
  (await app.call('GET', `/v1/audit-log?limit=100${query}`)).body.data

/** As the API describes it, and as anybody can do it. */
function hashOf({ hash: _hash, api_key: _apiKey, ...entry }: Entry): string {
  const sorted = (_key: string, part: unknown) =>
    typeof part === 'object' && part !== null
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part
  return createHash('sha256').update(JSON.stringify(entry, sorted)).digest('hex')
}

test('who opened a door, deleted or exported is told, with the key it was done with', async () => {
  const { id: projectId } = await givenProject(app)
  const made = (await app.call('POST', '/v1/api-keys', { body: { name: 'script' } })).body.data
  const contentId = await givenRecording(app, projectId)
  const item = `/v1/projects/${projectId}/content/${contentId}`
  await app.call('GET', `${item}/transcript`, { key: made.key })
  await app.call('GET', `${item}/transcript?format=vtt`, { key: made.key })
  await app.call('DELETE', item, { key: made.key })
  await app.call('DELETE', `/v1/projects/${projectId}`)
  const [project, content, exported, key] = await list()
  const script = { type: 'api_key', api_key_id: made.id }
  expect(key).toMatchObject({
    action: 'api_key.created',
    object_id: made.id,
    actor: { type: 'app', api_key_id: null },
  })
  expect(exported).toMatchObject({
    action: 'transcript.exported',
    object_id: contentId,
    actor: script,
  })
  expect(content).toMatchObject({
    action: 'content.deleted',
    object_id: contentId,
    project_id: projectId,
    actor: script,
  })
  expect(project).toMatchObject({ action: 'project.deleted', object_id: projectId })
  expect(await list('&action=content.deleted')).toEqual([content])
})

test('an entry has the name of its key, also once that is revoked', async () => {
  const made = (await app.call('POST', '/v1/api-keys', { body: { name: 'Claude' } })).body.data
  const { id: projectId } = await givenProject(app)
  await app.call('DELETE', `/v1/projects/${projectId}`, { key: made.key })
  const names = async () => (await list()).map(({ api_key: key }) => key).slice(0, 2)
  expect(await names()).toEqual([{ name: 'Claude', is_revoked: false }, null])
  await app.call('DELETE', `/v1/api-keys/${made.id}`)
  const [revoked, deleted] = await list()
  expect(revoked).toMatchObject({ action: 'api_key.revoked', api_key: null })
  expect(deleted).toMatchObject({ api_key: { name: 'Claude', is_revoked: true } })
})

test('what was refused or sent twice makes no entry of its own', async () => {
  const before = (await list()).length
  await app.call('DELETE', '/v1/projects/proj_00000000000000000000000000')
  await app.call('POST', '/v1/webhooks', { body: { url: 'not an address' } })
  const headers = { 'idempotency-key': 'audited-once' }
  for (const name of ['a', 'a']) await app.call('POST', '/v1/api-keys', { body: { name }, headers })
  expect(await list()).toHaveLength(before + 1)
})

test('each entry carries the hash of the one before, and none can be changed or removed', async () => {
  const entries = (await list()).toReversed()
  expect(entries[0]).toMatchObject({ position: 1, previous_hash: '0'.repeat(64) })
  for (const [index, entry] of entries.entries()) {
    expect(hashOf(entry)).toBe(entry.hash)
    expect(entry.position).toBe(index + 1)
    if (index > 0) expect(entry.previous_hash).toBe(entries[index - 1]?.hash)
  }
  for (const text of ['UPDATE audit_log SET action = action', 'DELETE FROM audit_log'])
    await expect(sql.raw(text).execute(app.deps.db.sql)).rejects.toThrow('only ever added')
})

test('an assistant’s tool stands beside what was done, and hides none of it', async () => {
  await app.call('PATCH', '/v1/org', { body: { settings: { assistants_may_write: true } } })
  const { id: projectId } = await givenProject(app)
  const contentId = await givenRecording(app, projectId)
  const headers = { 'earshot-tool': 'list_projects' }
  const transcript = `/v1/projects/${projectId}/content/${contentId}/transcript`
  const { memberId } = await givenMember(app)
  await app.call('GET', transcript, { headers })
  await app.call('GET', `${transcript}?format=vtt`, { headers })
  await app.call('DELETE', `/v1/members/${memberId}`, { headers })
  const told = await list()
  const tool = 'list_projects'
  expect(told.slice(0, 3)).toMatchObject([
    { action: 'member.removed', object_id: memberId, tool },
    { action: 'transcript.exported', object_id: contentId, tool },
    { action: 'assistant.list_projects', object_id: contentId, tool },
  ])
  expect(told[3]).not.toHaveProperty('tool')
  for (const invented of ['nothing_bad', 'no tool!', 'toString']) {
    const named = { headers: { 'earshot-tool': invented } }
    const refused = await app.call('DELETE', `/v1/projects/${projectId}`, named)
    expect([refused.status, refused.body.error.details[0].field]).toEqual([400, 'Earshot-Tool'])
  }
  expect(await list()).toEqual(told)
})

test('what opens a door again or takes words out has an entry, too', async () => {
  const { id: projectId } = await givenProject(app)
  const contentId = await givenRecording(app, projectId)
  const last = async () => (await list())[0]
  const expectEntry = async (address: string, expected: object, body?: object) => {
    const [method = '', path = ''] = address.split(' ')
    const { status } = await app.call(method, path, body && { body })
    expect([address, status < 300]).toEqual([address, true])
    expect(await last()).toMatchObject(expected)
  }
  const made = (await app.call('POST', '/v1/prompts', { body: prompt })).body.data.id
  expect(await last()).toMatchObject({ action: 'prompt.created', object_id: made })
  const updated = { action: 'prompt.updated', object_id: made }
  await expectEntry(`PATCH /v1/prompts/${made}`, updated, { name: 'B' })
  const { id: invited } = await givenInvitation(app, { email: 'again@example.org' })
  app.clock.advance(2 * minute)
  const resent = { action: 'invitation.resent', object_id: invited }
  await expectEntry(`POST /v1/invitations/${invited}/resend`, resent)
  const exported = { action: 'bundle.exported', object_id: contentId }
  await expectEntry(`GET /v1/bundles/${contentId}`, exported)
  const words = { action: 'transcript.exported', object_id: contentId }
  await expectEntry(`GET /v1/bundles/${contentId}/transcripts/1`, words)
  await expectEntry('POST /v1/queue/pause', { action: 'queue.paused', object_id: null })
  await expectEntry('POST /v1/queue/resume', { action: 'queue.resumed', object_id: null })
  await expectEntry('POST /v1/verify', { action: 'verification.started', object_id: null })
  const input = { url: 'https://example.org/hook', events: ['transcription.completed'] }
  const { id: webhookId } = (await app.call('POST', '/v1/webhooks', { body: input })).body.data
  const tested = { action: 'webhook.tested', object_id: webhookId }
  await expectEntry(`POST /v1/webhooks/${webhookId}/test`, tested)
  const { id: eventId } = (await app.call('GET', '/v1/events?limit=1')).body.data[0]
  const replayed = { action: 'event.replayed', object_id: eventId }
  await expectEntry(`POST /v1/events/${eventId}/replay`, replayed, {})
})

test('who joins by an invitation has an entry, with the first key', async () => {
  const { token } = await givenInvitation(app, { email: 'new@example.org', role: 'admin' })
  const { member, key } = (await accept(app, token)).body.data
  const actor = { type: 'api_key', api_key_id: key.id, member_id: member.id }
  const [issued, added] = await list()
  expect(added).toMatchObject({ action: 'member.added', object_id: member.id, actor })
  expect(issued).toMatchObject({ action: 'api_key.created', object_id: key.id, actor })
})

test('only an admin’s key of all projects reads it', async () => {
  const { id: projectId } = await givenProject(app)
  const restricted = await givenKey(app, { project_ids: [projectId] })
  expect((await app.call('GET', '/v1/audit-log', { key: restricted })).status).toBe(403)
})
