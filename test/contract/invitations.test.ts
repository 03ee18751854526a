import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { newAddress, openPeople } from './support/people.ts'
import {
  createdApiKey,
  deleted,
  invitation,
  invitationWithLink,
  member,
} from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const suite = openSuite('invitations')
const { call, make } = suite
const { accept, givenMember } = openPeople(suite)

const invite = (body: object, key?: string) =>
  call('POST', '/v1/invitations', { body, ...(key && { key }) })
const given = (input: object = {}) => make('/v1/invitations', { email: newAddress(), ...input })
const pending = async () => (await call('GET', '/v1/invitations?limit=100')).body.data
const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

test('inviting answers 201 with the record and, this once, the link', async () => {
  const email = newAddress()
  const { status, body } = await invite({ email })
  expect(status).toBe(201)
  expectShape(body.data, invitationWithLink)
  expect(body.data).toMatchObject({ email, status: 'pending', send_count: 1, accepted_at: null })
  const days = (Date.parse(body.data.expires_at) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(7, 1)
})

test('the role is member unless it is said', async () => {
  expect((await given()).role).toBe('member')
  expect((await given({ role: 'admin' })).role).toBe('admin')
  const answer = await invite({ email: newAddress(), role: 'owner' })
  expectRefusal(answer, 400, 'validation_error', ['role'])
})

test('an e-mail address is required', async () => {
  for (const body of [{}, { email: '' }, { email: 'nobody' }, { email: 7 }]) {
    expectRefusal(await invite(body), 400, 'validation_error', ['email'])
  }
})

test('the list holds pending invitations with every field and without the link', async () => {
  const made = await given()
  const revoked = await given()
  await call('DELETE', `/v1/invitations/${revoked.id}`)
  const items = await pending()
  for (const item of items) {
    expectShape(item, invitation)
    expect(item.status).toBe('pending')
  }
  expect(idsOf(items)).toContain(made.id)
  expect(idsOf(items)).not.toContain(revoked.id)
  expect(JSON.stringify(items)).not.toContain(made.accept_url.split('/').at(-1))
})

test('an address that is invited is 409 invitation_exists, whatever its case', async () => {
  const { email } = await given()
  expectRefusal(await invite({ email: email.toUpperCase() }), 409, 'invitation_exists')
})

test('the address of a member is 409 already_member, whatever its case', async () => {
  const { email } = await givenMember()
  expectRefusal(await invite({ email: email.toUpperCase() }), 409, 'already_member')
})

test('revoking answers id and deleted; the link is dead', async () => {
  const { id, accept_url: url } = await given()
  const { status, body } = await call('DELETE', `/v1/invitations/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, deleted('inv'))
  expect([404, 409]).toContain((await accept(url)).status)
})

test('what is not pending is 409 invitation_not_pending', async () => {
  const { id } = await given()
  await call('DELETE', `/v1/invitations/${id}`)
  const path = `/v1/invitations/${id}`
  expectRefusal(await call('DELETE', path), 409, 'invitation_not_pending')
  expectRefusal(await call('POST', `${path}/resend`), 409, 'invitation_not_pending')
})

test('resending is refused within a minute with 429 and Retry-After', async () => {
  const { id } = await given()
  const answer = await call('POST', `/v1/invitations/${id}/resend`, { isOnce: true })
  expectRefusal(answer, 429, 'rate_limited')
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('accepting makes the member, with a key of their own, once', async () => {
  const { id, email, accept_url: url } = await given({ role: 'admin' })
  const { status, body } = await accept(url, 'Ann Lee')
  expect(status).toBe(201)
  expectShape(body.data.member, member)
  expectShape(body.data.key, createdApiKey)
  expect(body.data.member).toMatchObject({
    email,
    name: 'Ann Lee',
    role: 'admin',
    is_owner: false,
    invitation_id: id,
  })
  expect((await call('GET', '/v1/org', { key: body.data.key.key })).status).toBe(200)
  expect(idsOf(await pending())).not.toContain(id)
  expectRefusal(await accept(url), 409, 'invitation_not_pending')
})

test('an unknown invitation is 404', async () => {
  const path = '/v1/invitations/inv_unknown'
  expectRefusal(await call('DELETE', path), 404, 'not_found')
  expectRefusal(await call('POST', `${path}/resend`), 404, 'not_found')
})

test('a member who is no admin invites nobody', async () => {
  const { key } = await givenMember()
  expectRefusal(await invite({ email: newAddress() }, key), 403, 'insufficient_permissions')
})
