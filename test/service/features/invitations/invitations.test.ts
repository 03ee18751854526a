import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import {
  accept,
  clearPeople,
  eventsOf,
  givenInvitation,
  givenMember,
  tokenOf,
} from '../../../support/people.ts'

const inDays = 86_400_000
const inMinutes = 60_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(() => clearPeople(app))
afterAll(() => app.stop())

const invite = (body: Record<string, unknown>) => app.call('POST', '/v1/invitations', { body })
const pending = async () => (await app.call('GET', '/v1/invitations')).body.data
const resend = (id: string) => app.call('POST', `/v1/invitations/${id}/resend`)
const revoke = (id: string) => app.call('DELETE', `/v1/invitations/${id}`)
const lookUp = (token: string) =>
  app.call('POST', '/v1/invitations/lookup', { key: null, body: { token } })
const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const codeOf = (answer: { status: number; body: { error: { code: string } } }) => [
  answer.status,
  answer.body.error.code,
]

test('an invitation has every field; the link is in the answer that makes it only', async () => {
  const { status, body } = await invite({ email: 'Ann@Example.org' })
  expect(status).toBe(201)
  const now = app.clock.now().toISOString()
  const [owner] = (await app.call('GET', '/v1/members')).body.data
  const { accept_url: url, ...record } = body.data
  expect(record).toEqual({
    id: expect.stringMatching(/^inv_/),
    email: 'Ann@Example.org',
    role: 'member',
    status: 'pending',
    invited_by: owner.id,
    expires_at: later(7 * inDays),
    last_sent_at: now,
    send_count: 1,
    delivery: 'link',
    accepted_at: null,
    created_at: now,
    updated_at: now,
  })
  expect(url).toMatch(new RegExp(`^${app.baseUrl}/app/#/accept/[0-9A-Za-z]{43}$`))
  expect(await pending()).toEqual([record])
  const data = { invitation_id: record.id, email: 'Ann@Example.org', role: 'member' }
  expect(await eventsOf(app, 'invitation.created')).toEqual([{ data, link: '/v1/invitations' }])
})

test('only the hash of a token is stored, in no table anything else of it', async () => {
  const { token } = await givenInvitation(app)
  const stored = await Promise.all(
    (['invitations', 'jobs', 'events', 'idempotency_keys'] as const).map((table) =>
      app.deps.db.sql.selectFrom(table).selectAll().execute(),
    ),
  )
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('accepting makes the member and gives a key that works', async () => {
  const { id, token } = await givenInvitation(app, { role: 'admin' })
  app.clock.advance(1_000)
  const seen = await lookUp(token)
  expect(seen.body.data).toEqual({
    email: 'ann@example.org',
    role: 'admin',
    organization_name: 'My organization',
    invited_by_name: 'owner@localhost',
    expires_at: later(7 * inDays - 1_000),
  })
  const { status, body } = await accept(app, token, '  Ann Lee ')
  expect(status).toBe(201)
  expect(body.data.member).toMatchObject({
    email: 'ann@example.org',
    name: 'Ann Lee',
    role: 'admin',
    is_owner: false,
    invitation_id: id,
  })
  expect(body.data.key.key).toMatch(/^sk_live_/)
  const key = body.data.key.key
  const own = await app.call('GET', `/v1/members/${body.data.member.id}`, { key })
  expect(own.status).toBe(200)
  expect(await pending()).toEqual([])
  const person = { email: 'ann@example.org', role: 'admin' }
  expect(await eventsOf(app, 'invitation.accepted')).toEqual([
    { data: { invitation_id: id, ...person }, link: '/v1/invitations' },
  ])
  const memberId = body.data.member.id
  expect(await eventsOf(app, 'member.added')).toEqual([
    { data: { member_id: memberId, ...person }, link: `/v1/members/${memberId}` },
  ])
})

test('twenty who accept at the same time make one member', async () => {
  const { token } = await givenInvitation(app)
  const answers = await Promise.all(Array.from({ length: 20 }, () => accept(app, token)))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect((await app.call('GET', '/v1/members')).body.data).toHaveLength(2)
  expect((await app.call('GET', '/v1/api-keys')).body.data).toHaveLength(1)
  expect(await eventsOf(app, 'member.added')).toHaveLength(1)
})

test('an address is invited once, and no member is, whatever the case', async () => {
  await givenInvitation(app)
  expect(codeOf(await invite({ email: 'ANN@example.ORG' }))).toEqual([409, 'invitation_exists'])
  await givenMember(app, { email: 'bob@example.org' })
  expect(codeOf(await invite({ email: 'Bob@Example.org' }))).toEqual([409, 'already_member'])
})

test.each(['ann', 'ann@', 'a b@example.org', 'ann@example.org\r\nBcc: x@example.org', '', 'ä@ö'])(
  'the address %j is refused, naming the field',
  async (email) => {
    const answer = await invite({ email })
    expect(codeOf(answer)).toEqual([400, 'validation_error'])
    expect(answer.body.error.details[0].field).toBe('email')
  },
)

test('unknown roles and fields are refused', async () => {
  for (const extra of [{ role: 'owner' }, { nickname: 'Ann' }]) {
    expect((await invite({ email: 'ann@example.org', ...extra })).status).toBe(400)
  }
})

test('resending makes a new link, ends the old one, and lasts seven days again', async () => {
  const { id, token } = await givenInvitation(app)
  app.clock.advance(6 * inDays)
  const { status, body } = await resend(id)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    status: 'pending',
    send_count: 2,
    last_sent_at: app.clock.now().toISOString(),
    expires_at: later(7 * inDays),
  })
  const fresh = tokenOf(body.data.accept_url)
  expect(codeOf(await accept(app, token))).toEqual([404, 'not_found'])
  app.clock.advance(6 * inDays)
  expect((await accept(app, fresh)).status).toBe(201)
})

test('an invitation is resent at most once a minute', async () => {
  const { id } = await givenInvitation(app)
  app.clock.advance(15_500)
  const early = await resend(id)
  expect(codeOf(early)).toEqual([429, 'rate_limited'])
  expect(early.headers.get('retry-after')).toBe('45')
  app.clock.advance(44_500)
  expect((await resend(id)).status).toBe(200)
  expect((await resend(id)).status).toBe(429)
})

test('a revoked invitation is gone from the list and its link is dead', async () => {
  const { id, token } = await givenInvitation(app)
  const { status, body } = await revoke(id)
  expect([status, body.data]).toEqual([200, { id, deleted: true }])
  expect(await pending()).toEqual([])
  const refused = await accept(app, token)
  expect(codeOf(refused)).toEqual([409, 'invitation_not_pending'])
  expect(refused.body.error.message).toContain('revoked')
  for (const again of [await revoke(id), await resend(id)]) {
    expect(codeOf(again)).toEqual([409, 'invitation_not_pending'])
  }
  const data = { invitation_id: id, email: 'ann@example.org', role: 'member' }
  expect(await eventsOf(app, 'invitation.revoked')).toEqual([{ data, link: '/v1/invitations' }])
  await givenInvitation(app)
})

test.each(['removed', 'demoted'])(
  'the invitations of a member who is %s end as well',
  async (how) => {
    const rogue = await givenMember(app, { email: 'rogue@example.org', role: 'admin' })
    const body = { email: 'rogue2@example.org', role: 'admin' }
    const made = await app.call('POST', '/v1/invitations', { key: rogue.key, body })
    const own = await givenInvitation(app, { email: 'ann@example.org' })
    const member = `/v1/members/${rogue.memberId}`
    const ended =
      how === 'removed'
        ? await app.call('DELETE', member)
        : await app.call('PATCH', member, { body: { role: 'member' } })
    expect(ended.status).toBe(200)
    const refused = await accept(app, tokenOf(made.body.data.accept_url))
    expect([refused.status, refused.body.error.code]).toEqual([409, 'invitation_not_pending'])
    expect(await eventsOf(app, 'invitation.revoked')).toMatchObject([
      { data: { email: 'rogue2@example.org' } },
    ])
    const { data } = (await app.call('GET', '/v1/invitations')).body
    expect(data.map(({ id }: { id: string }) => id)).toEqual([own.id])
  },
)

test('after seven days an invitation is expired, and blocks no other', async () => {
  const { id, token } = await givenInvitation(app)
  app.clock.advance(7 * inDays - 1)
  expect(await pending()).toHaveLength(1)
  expect((await lookUp(token)).status).toBe(200)
  app.clock.advance(1)
  for (const late of [await lookUp(token), await accept(app, token), await resend(id)]) {
    expect(codeOf(late)).toEqual([409, 'invitation_not_pending'])
    expect(late.body.error.message).toContain('expired')
  }
  expect(await pending()).toEqual([])
  const { id: next } = await givenInvitation(app)
  expect(next).not.toBe(id)
})

test('the hourly housekeeping stores that an invitation has expired', async () => {
  const { id } = await givenInvitation(app)
  app.clock.advance(7 * inDays + 61 * inMinutes)
  const statusOf = async () =>
    app.deps.db.sql
      .selectFrom('invitations')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirst()
  await expect.poll(statusOf).toEqual({ status: 'expired' })
})

test('wrong and used tokens say what is wrong with them', async () => {
  for (const wrong of ['x', 'x'.repeat(200), '../../etc', '%00']) {
    expect(codeOf(await accept(app, wrong))).toEqual([404, 'not_found'])
    expect(codeOf(await lookUp(wrong))).toEqual([404, 'not_found'])
  }
  const { token } = await givenInvitation(app)
  await accept(app, token)
  const used = await accept(app, token)
  expect(codeOf(used)).toEqual([409, 'invitation_not_pending'])
  expect(used.body.error.message).toContain('accepted')
  expect((await app.call('POST', '/v1/invitations/accept', { key: null, body: {} })).status).toBe(
    400,
  )
  expect((await accept(app, token, '   ')).status).toBe(400)
})

test('who became a member on another way is not made one twice', async () => {
  const { token } = await givenInvitation(app)
  const owner = app.deps.db.sql.updateTable('members')
  await owner.set({ email: 'ANN@example.org' }).execute()
  expect(codeOf(await accept(app, token))).toEqual([409, 'already_member'])
  await owner.set({ email: 'owner@localhost' }).execute()
})

test('pending ones come in pages, and unknown ids are 404', async () => {
  for (const name of ['a', 'b', 'c']) {
    app.clock.advance(1_000)
    await givenInvitation(app, { email: `${name}@example.org` })
  }
  const first = await app.call('GET', '/v1/invitations?limit=2')
  expect(first.body.data).toHaveLength(2)
  // Time goes on between two pages; the cursor stays good.
  app.clock.advance(1_000)
  const cursor = encodeURIComponent(first.body.pagination.next_cursor)
  const second = await app.call('GET', `/v1/invitations?limit=2&cursor=${cursor}`)
  expect(second.body.data.map(({ email }: { email: string }) => email)).toEqual(['a@example.org'])
  expect((await revoke('inv_0')).status).toBe(404)
  expect((await resend('inv_0')).status).toBe(404)
})

test('the link begins with the public address where there is one', async () => {
  const env = { EARSHOT_PUBLIC_BASE_URL: 'https://earshot.example.com/' }
  const open = await startTestApp({ env })
  const { accept_url: url } = await givenInvitation(open)
  expect(url).toMatch(/^https:\/\/earshot\.example\.com\/app\/#\/accept\/\w{43}$/)
  await open.stop()
})
