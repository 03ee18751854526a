import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { startMailServer, type MailServer } from '../../../support/mail-server.ts'
import { givenInvitation, givenMember } from '../../../support/people.ts'
import { PublicBrowser, publicEnv } from '../../../support/public-browser.ts'

let app: TestApp
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  app = await startTestApp({ env: publicEnv(server.port) })
})
afterAll(async () => {
  await app.stop()
  await server.stop()
})

const add = (name: string, email: string) =>
  app.call('POST', '/v1/organizations', { body: { name, owner_email: email } })
const change = (browser: PublicBrowser, id: string) =>
  browser.call('POST', '/v1/sessions', { body: { organization_id: id } })

async function signIn(email: string): Promise<PublicBrowser> {
  const browser = new PublicBrowser(app)
  await browser.call('POST', '/v1/sign-in/links', { body: { email } })
  await app.idle()
  const token = /sign-in\/(\w{43})/.exec(server.mails.at(-1)?.email.text ?? '')?.[1]
  await browser.call('POST', '/v1/sign-in/links/use', { body: { token } })
  return browser
}

test('an organization is added with its owner, who signs in', async () => {
  const { status, body } = await add('North Ltd', 'nora@example.org')
  expect([status, body.data]).toEqual([
    201,
    {
      id: expect.stringMatching(/^org_/),
      name: 'North Ltd',
      slug: 'north-ltd',
      owner_id: expect.stringMatching(/^mem_/),
    },
  ])
  expect((await add('North Ltd', 'x@example.org')).body.data.slug).toMatch(/^north-ltd-\w{6}$/)
  const me = (await (await signIn('nora@example.org')).call('GET', '/v1/me')).body.data
  expect(me).toMatchObject({
    member: { id: body.data.owner_id, role: 'admin', is_owner: true },
    organization: { name: 'North Ltd' },
    operates_installation: false,
  })
})

test('a person with several memberships goes from one organization to another, in a session of its own', async () => {
  const { id: east } = (await add('East', 'ann@example.org')).body.data
  const { memberId } = await givenMember(app, { email: 'Ann@example.org' })
  const browser = await signIn('ann@example.org')
  const before = (await browser.call('GET', '/v1/me')).body.data
  const names = before.organizations.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['East', 'My organization'])
  const [, other] = before.organizations
  const target = before.organization.id === east ? other.id : east
  const old = new PublicBrowser(app)
  for (const [name, value] of browser.cookies) old.cookies.set(name, value)
  expect((await change(browser, target)).status).toBe(201)
  const after = (await browser.call('GET', '/v1/me')).body.data
  const told = await app.deps.db.sql
    .selectFrom('audit_log')
    .select(['action', 'organization_id', 'member_id'])
    .where('session_id', '=', before.session.id)
    .orderBy('position')
    .execute()
  const actor = { organization_id: before.organization.id, member_id: before.member.id }
  expect(told).toEqual([
    { action: 'session.started', ...actor },
    { action: 'session.ended', ...actor },
  ])
  expect(after.organization.id).toBe(target)
  expect(after.session.id).not.toBe(before.session.id)
  expect((await old.call('GET', '/v1/me')).status).toBe(401)
  expect([before.member.id, after.member.id]).toContain(memberId)
  expect((await change(browser, 'org_0')).status).toBe(404)
})

test('the link of an invitation leads into its organization alone: whoever invited has it, too', async () => {
  await add('South', 'victim@example.org')
  const { token } = await givenInvitation(app, { email: 'victim@example.org' })
  const inviter = new PublicBrowser(app)
  await inviter.call('POST', '/v1/invitations/accept', { body: { token } })
  const { organizations } = (await inviter.call('GET', '/v1/me')).body.data
  expect(organizations).toEqual([{ id: expect.any(String), name: 'My organization' }])
  const south = await app.deps.db.sql
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', 'South')
    .executeTakeFirstOrThrow()
  expect((await change(inviter, south.id)).status).toBe(404)
})

test('nobody is led into an organization because it has made a member of the same address', async () => {
  const inviteAndAccept = async (email: string) => {
    const { token } = await givenInvitation(app, { email })
    await new PublicBrowser(app).call('POST', '/v1/invitations/accept', { body: { token } })
  }
  const opened = async (email: string) => {
    const { organization, organizations } = (await (await signIn(email)).call('GET', '/v1/me')).body
      .data
    return [organization.name, organizations.map(({ name }: { name: string }) => name)]
  }
  await add('West', 'mia@example.org')
  expect(await opened('mia@example.org')).toEqual(['West', ['West']])
  app.clock.advance(60_000)
  await inviteAndAccept('mia@example.org')
  expect(await opened('mia@example.org')).toEqual(['West', ['My organization', 'West']])
  // A newcomer who is invited, and by somebody else later.
  const { key } = (await newKeyOf('West', 'mia@example.org')).body.data
  const body = { email: 'new@example.org' }
  await app.call('POST', '/v1/invitations', { key, body })
  app.clock.advance(60_000)
  await inviteAndAccept('new@example.org')
  expect(await opened('new@example.org')).toEqual(['West', ['My organization', 'West']])
})

async function newKeyOf(name: string, email: string) {
  const browser = await signIn(email)
  expect((await browser.call('GET', '/v1/me')).body.data.organization.name).toBe(name)
  return browser.call('POST', '/v1/api-keys', { body: { name: 'A script' } })
}

test('the owner stays an admin, however many demote and remove at the same time', async () => {
  const one = await givenMember(app, { email: 'one@example.org', role: 'admin' })
  const two = await givenMember(app, { email: 'two@example.org', role: 'admin' })
  const owner = (await app.call('GET', '/v1/me')).body.data.member
  const demote = (id: string, key: string) =>
    app.call('PATCH', `/v1/members/${id}`, { key, body: { role: 'member' } })
  const answers = await Promise.all([
    demote(owner.id, one.key),
    app.call('DELETE', `/v1/members/${owner.id}`, { key: two.key }),
    demote(one.memberId, app.sessionToken),
    demote(two.memberId, app.sessionToken),
  ])
  const statuses = answers.map(({ status }) => status)
  expect(statuses.slice(2)).toEqual([200, 200])
  for (const status of statuses.slice(0, 2)) expect([403, 409]).toContain(status)
  const { role, is_owner: isOwner } = (await app.call('GET', '/v1/me')).body.data.member
  expect([role, isOwner]).toEqual(['admin', true])
})
