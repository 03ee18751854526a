import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { openPeople } from './support/people.ts'
import { deleted, member } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const suite = openSuite('members')
const { call } = suite
const { givenMember } = openPeople(suite)

const setRole = (id: string, role: unknown, key?: string) =>
  call('PATCH', `/v1/members/${id}`, { body: { role }, ...(key && { key }) })
const owner = async () => {
  const { body } = await call('GET', '/v1/members?limit=100')
  return body.data.find((item: { is_owner: boolean }) => item.is_owner)
}

test('the list and a single member have every field', async () => {
  const { id } = await givenMember()
  const { status, body } = await call('GET', '/v1/members?limit=100')
  expect(status).toBe(200)
  for (const item of body.data) expectShape(item, member)
  const one = await call('GET', `/v1/members/${id}`)
  expect(one.status).toBe(200)
  expect(one.body.data).toEqual(body.data.find((item: { id: string }) => item.id === id))
  expectRefusal(await call('GET', '/v1/members/mem_unknown'), 404, 'not_found')
})

test('the role is admin or member and can be changed', async () => {
  const { id } = await givenMember()
  const up = await setRole(id, 'admin')
  expect(up.status).toBe(200)
  expectShape(up.body.data, member)
  expect(up.body.data.role).toBe('admin')
  expect((await setRole(id, 'member')).body.data.role).toBe('member')
})

test('the role is required and no other is taken', async () => {
  const { id } = await givenMember()
  const nothing = await call('PATCH', `/v1/members/${id}`, { body: {} })
  expectRefusal(nothing, 400, 'validation_error', ['role'])
  for (const role of ['owner', '', null, 7]) {
    expectRefusal(await setRole(id, role), 400, 'validation_error', ['role'])
  }
})

test('removing answers id and deleted, and revokes the keys the member made', async () => {
  const person = await givenMember()
  const { body } = await call('POST', '/v1/api-keys', {
    key: person.key,
    body: { name: 'Theirs' },
  })
  const theirs: string = body.data.key
  expect((await call('GET', '/v1/org', { key: theirs })).status).toBe(200)
  const gone = await call('DELETE', `/v1/members/${person.id}`)
  expect(gone.status).toBe(200)
  expectShape(gone.body.data, deleted('mem'))
  for (const key of [person.key, theirs]) {
    expectRefusal(await call('GET', '/v1/org', { key }), 401, 'authentication_required')
  }
  expectRefusal(await call('GET', `/v1/members/${person.id}`), 404, 'not_found')
})

test('the owner cannot be removed: 403 resource_protected', async () => {
  const { id } = await owner()
  const { key } = await givenMember('admin')
  expectRefusal(await call('DELETE', `/v1/members/${id}`, { key }), 403, 'resource_protected')
})

test('the last admin cannot be demoted: 409 last_admin', async () => {
  const { id } = await owner()
  const admins = (await call('GET', '/v1/members?limit=100')).body.data.filter(
    (item: { role: string }) => item.role === 'admin',
  )
  const answer = await setRole(id, 'member')
  if (admins.length === 1) expectRefusal(answer, 409, 'last_admin')
  else expectRefusal(answer, 403, 'resource_protected')
})

test('a member who is no admin reads members and manages none', async () => {
  const [person, other] = [await givenMember(), await givenMember()]
  expect((await call('GET', '/v1/members', { key: person.key })).status).toBe(200)
  const change = await setRole(other.id, 'admin', person.key)
  expectRefusal(change, 403, 'insufficient_permissions')
  const removal = await call('DELETE', `/v1/members/${other.id}`, { key: person.key })
  expectRefusal(removal, 403, 'insufficient_permissions')
})
