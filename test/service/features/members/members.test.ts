import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { openTestDatabase } from '../../../support/database.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { clearPeople, eventsOf, givenMember } from '../../../support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { EARSHOT_OWNER_EMAIL: 'sam@example.org' } })
})
beforeEach(() => clearPeople(app))
afterAll(() => app.stop())

const members = async () => (await app.call('GET', '/v1/members')).body.data
const ownerOf = async () => (await members()).find((one: { is_owner: boolean }) => one.is_owner)
const setRole = (id: string, role: string, key?: string) =>
  app.call('PATCH', `/v1/members/${id}`, { body: { role }, ...(key && { key }) })
const remove = (id: string, key?: string) =>
  app.call('DELETE', `/v1/members/${id}`, key ? { key } : {})

test('the owner is the first member, with every field', async () => {
  const [owner] = await members()
  expect(owner).toEqual({
    id: expect.stringMatching(/^mem_/),
    email: 'sam@example.org',
    name: null,
    role: 'admin',
    is_owner: true,
    status: 'active',
    invitation_id: null,
    last_active_at: app.clock.now().toISOString(),
    created_at: app.clock.now().toISOString(),
    updated_at: app.clock.now().toISOString(),
  })
  const { status, body } = await app.call('GET', `/v1/members/${owner.id}`)
  expect([status, body.data]).toEqual([200, owner])
})

test('the list comes in pages, newest first', async () => {
  const joined = []
  for (const name of ['a', 'b', 'c']) {
    app.clock.advance(1_000)
    joined.push(await givenMember(app, { email: `${name}@example.org` }))
  }
  const first = await app.call('GET', '/v1/members?limit=3')
  expect(first.body.pagination.has_more).toBe(true)
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await app.call('GET', `/v1/members?limit=3&cursor=${cursor}`)
  const emails = [...first.body.data, ...second.body.data].map(({ email }) => email)
  expect(emails).toEqual(['c@example.org', 'b@example.org', 'a@example.org', 'sam@example.org'])
  expect(second.body.pagination).toEqual({ has_more: false, next_cursor: null })
})

test('a role is changed, told as an event, and acts at once', async () => {
  const { memberId, key, email } = await givenMember(app)
  expect((await setRole(memberId, 'admin', key)).status).toBe(403)
  app.clock.advance(1_000)
  const { status, body } = await setRole(memberId, 'admin')
  expect([status, body.data.role]).toEqual([200, 'admin'])
  expect(body.data.updated_at).toBe(app.clock.now().toISOString())
  const data = { member_id: memberId, email, role: 'admin' }
  expect(await eventsOf(app, 'member.updated')).toEqual([{ data, link: `/v1/members/${memberId}` }])
  // Now an admin, so this key may do it.
  expect((await setRole(memberId, 'member', key)).status).toBe(200)
  expect((await setRole(memberId, 'admin', key)).status).toBe(403)
})

test('the same role again is no change and no event', async () => {
  const { memberId } = await givenMember(app)
  const before = (await app.call('GET', `/v1/members/${memberId}`)).body.data
  app.clock.advance(1_000)
  const { status, body } = await setRole(memberId, 'member')
  expect([status, body.data]).toEqual([200, before])
  expect(await eventsOf(app, 'member.updated')).toEqual([])
})

test('the last admin keeps the role, and the owner in every case', async () => {
  const owner = await ownerOf()
  const alone = await setRole(owner.id, 'member')
  expect([alone.status, alone.body.error.code]).toEqual([409, 'last_admin'])
  await givenMember(app, { role: 'admin' })
  const protectedOwner = await setRole(owner.id, 'member')
  expect([protectedOwner.status, protectedOwner.body.error.code]).toEqual([
    403,
    'resource_protected',
  ])
  const removed = await remove(owner.id)
  expect([removed.status, removed.body.error.code]).toEqual([403, 'resource_protected'])
})

test('a removed member’s keys are refused from then on, others’ stay', async () => {
  const { memberId, key, email } = await givenMember(app)
  const other = await givenMember(app, { email: 'bob@example.org' })
  const made = await app.call('POST', '/v1/api-keys', { key, body: { name: 'Script' } })
  const { status, body } = await remove(memberId)
  expect([status, body.data]).toEqual([200, { id: memberId, deleted: true }])
  for (const dead of [key, made.body.data.key]) {
    const answer = await app.call('GET', '/v1/org', { key: dead })
    expect([answer.status, answer.body.error.code]).toEqual([401, 'authentication_required'])
  }
  expect((await app.call('GET', '/v1/org', { key: other.key })).status).toBe(200)
  expect((await app.call('GET', `/v1/members/${memberId}`)).status).toBe(404)
  const data = { member_id: memberId, email, role: 'member' }
  expect(await eventsOf(app, 'member.removed')).toEqual([{ data, link: '/v1/members' }])
  // Who left can be invited again.
  await givenMember(app)
})

test('webhooks of a removed member go on, and a notice names those that send', async () => {
  const ann = await givenMember(app)
  const make = async (host: string, key?: string) => {
    const body = { url: `https://${host}/token`, events: ['*'], include_result: true }
    const answer = await app.call('POST', '/v1/webhooks', { body, ...(key && { key }) })
    expect(answer.status).toBe(201)
    return answer.body.data
  }
  const read = async (id: string) => (await app.call('GET', `/v1/webhooks/${id}`)).body.data
  const notices = async () => (await app.call('GET', '/v1/notices')).body.data
  const owners = await make('93.184.215.10')
  expect(owners.created_by).toBe((await ownerOf()).id)
  const sending = [await make('93.184.215.14', ann.key), await make('93.184.215.15:8443', ann.key)]
  const off = await make('93.184.215.16', ann.key)
  expect((await read(off.id)).created_by).toBe(ann.memberId)
  await app.call('PATCH', `/v1/webhooks/${off.id}`, { body: { is_active: false } })
  expect((await remove(ann.memberId)).status).toBe(200)
  for (const { id } of sending) {
    expect(await read(id)).toMatchObject({ is_active: true, created_by: null })
  }
  const [notice, ...others] = await notices()
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    kind: 'webhook_left_behind',
    title: `2 webhooks of ${ann.email} still send`,
    body: expect.stringContaining('It still goes to 93.184.215.14, 93.184.215.15:8443. Switch off'),
    link: '/app/#/webhooks',
  })
  // Of one, to its own page; of none, nothing is told.
  const [bob, eve] = [await givenMember(app, { email: 'bob@example.org' }), await givenMember(app)]
  const one = await make('93.184.215.14', bob.key)
  await remove(eve.memberId)
  await remove(bob.memberId)
  expect(await notices()).toHaveLength(2)
  expect((await notices())[0]).toMatchObject({
    title: 'A webhook of bob@example.org still sends',
    link: `/app/#/webhooks/${one.id}`,
  })
})

test('an admin does not remove the key in use with its member', async () => {
  const { memberId, key } = await givenMember(app, { role: 'admin' })
  const refused = await remove(memberId, key)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'cannot_revoke_current_key'])
  expect((await remove(memberId)).status).toBe(200)
})

test('members who are no admins, and restricted keys, read people and do not manage them', async () => {
  const { memberId, key } = await givenMember(app)
  const project = await givenProject(app)
  const restricted = await givenKey(app, { project_ids: [project.id] })
  for (const [weak, code] of [
    [key, 'insufficient_permissions'],
    [restricted, 'project_access_denied'],
  ] as const) {
    expect((await app.call('GET', '/v1/members', { key: weak })).status).toBe(200)
    expect((await app.call('GET', '/v1/invitations', { key: weak })).status).toBe(200)
    const body = { email: 'eve@example.org' }
    const answers = await Promise.all([
      setRole(memberId, 'admin', weak),
      remove(memberId, weak),
      app.call('POST', '/v1/invitations', { key: weak, body }),
      app.call('DELETE', '/v1/invitations/inv_0', { key: weak }),
      app.call('POST', '/v1/invitations/inv_0/resend', { key: weak }),
    ])
    const codes = answers.map((answer) => [answer.status, answer.body.error.code])
    expect(codes).toEqual(answers.map(() => [403, code]))
  }
})

test('an unknown member is 404, an unknown role 400 with its field', async () => {
  expect((await app.call('GET', '/v1/members/mem_0')).status).toBe(404)
  expect((await setRole('mem_0', 'admin')).status).toBe(404)
  expect((await remove('mem_0')).status).toBe(404)
  const owner = await ownerOf()
  for (const body of [{ role: 'owner' }, {}, { role: null }]) {
    const answer = await app.call('PATCH', `/v1/members/${owner.id}`, { body })
    expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'role'])
  }
})

test('a member was active when a key of the member was last used, to the minute', async () => {
  const { memberId, key } = await givenMember(app)
  const lastActive = async () =>
    (await app.call('GET', `/v1/members/${memberId}`)).body.data.last_active_at
  expect(await lastActive()).toBeNull()
  await app.call('GET', '/v1/org', { key })
  const first = app.clock.now().toISOString()
  expect(await lastActive()).toBe(first)
  app.clock.advance(59_000)
  await app.call('GET', '/v1/org', { key })
  expect(await lastActive()).toBe(first)
  app.clock.advance(1_000)
  await app.call('GET', '/v1/org', { key })
  expect(await lastActive()).toBe(app.clock.now().toISOString())
})

test('members who are no admins see and revoke only their own keys', async () => {
  const { key } = await givenMember(app)
  const own = await app.call('POST', '/v1/api-keys', { key, body: { name: 'Own' } })
  const foreign = await app.call('POST', '/v1/api-keys', { body: { name: 'Owner’s' } })
  const names = async (as?: string) =>
    (await app.call('GET', '/v1/api-keys', as ? { key: as } : {})).body.data.map(
      (one: { name: string }) => one.name,
    )
  const first = 'First key, made when the invitation was accepted'
  expect(await names(key)).toEqual(['Own', first])
  expect(await names()).toEqual(['Owner’s', 'Own', first])
  const revoke = (id: string, as?: string) =>
    app.call('DELETE', `/v1/api-keys/${id}`, as ? { key: as } : {})
  expect((await revoke(foreign.body.data.id, key)).status).toBe(404)
  expect((await revoke(own.body.data.id, key)).status).toBe(200)
  expect((await revoke(foreign.body.data.id)).status).toBe(200)
})

test('the owner’s record follows the configuration at each start', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-owner-'))
  const db = await openTestDatabase()
  const kept = { ...db, close: async () => undefined } // outlives the services on it
  const startAs = async (email: string, name = '') => {
    const env = { EARSHOT_DATA_DIR: dataDir, EARSHOT_OWNER_EMAIL: email, EARSHOT_OWNER_NAME: name }
    return startTestApp({ db: kept, env })
  }
  const listed = async (of: TestApp) =>
    (await of.call('GET', '/v1/members')).body.data.map(
      (one: { email: string; name: string; is_owner: boolean; role: string }) =>
        [one.email, one.name, one.is_owner, one.role].join(' '),
    )
  const first = await startAs('old@example.org', 'Old')
  const { memberId } = await givenMember(first, { email: 'ann@example.org', name: 'Ann' })
  await first.stop()
  const second = await startAs('new@example.org', 'New')
  expect(await listed(second)).toContain('new@example.org New true admin')
  expect(await listed(second)).toHaveLength(2)
  await second.stop()
  // A member’s address: that member is the owner now, and the session key is theirs.
  const third = await startAs('ANN@example.org')
  expect((await listed(third)).toSorted()).toEqual([
    'ANN@example.org Ann true admin',
    'new@example.org New false admin',
  ])
  const refused = await third.call('DELETE', `/v1/members/${memberId}`)
  expect(refused.body.error.code).toBe('resource_protected')
  await third.stop()
  await db.close()
  await rm(dataDir, { recursive: true, force: true })
})
