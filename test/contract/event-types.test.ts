import { expect, test } from 'vitest'
import { until } from './support/call.ts'
import { newAddress, openPeople } from './support/people.ts'
import { openSuite } from './support/suite.ts'
import { openUpload, sendBytes } from './support/uploads.ts'
import type { Envelope } from './support/webhooks.ts'

const suite = openSuite('event types')
const { call, make, givenProject } = suite
const { accept } = openPeople(suite)

/** The newest event with this name whose data hold this id. */
const eventAbout = (name: string, id: unknown): Promise<Envelope> =>
  until(`${name} about ${String(id)}`, async () => {
    const { data } = (await call('GET', `/v1/events?event=${name}&limit=100`)).body
    return data.find((found: Envelope) => Object.values(found.data).includes(id))
  })

test('project.created and project.deleted tell id and name', async () => {
  const { id } = await givenProject({ name: 'Short-lived' })
  const project = { id, name: 'Short-lived' }
  expect((await eventAbout('project.created', id)).data).toEqual(project)
  await call('DELETE', `/v1/projects/${id}`)
  expect((await eventAbout('project.deleted', id)).data).toEqual(project)
})

test('invitation.created, invitation.accepted and member.added tell who', async () => {
  const email = newAddress()
  const invited = await make('/v1/invitations', { email, role: 'admin' })
  const { member } = (await accept(invited.accept_url)).body.data
  const person = { email, role: 'admin' }
  for (const name of ['invitation.created', 'invitation.accepted']) {
    const { data, project_id: project } = await eventAbout(name, invited.id)
    expect([data, project]).toEqual([{ invitation_id: invited.id, ...person }, null])
  }
  const { data } = await eventAbout('member.added', member.id)
  expect(data).toEqual({ member_id: member.id, ...person })
})

test('member.updated and member.removed tell who', async () => {
  const email = newAddress()
  const { accept_url: url } = await make('/v1/invitations', { email })
  const { id } = (await accept(url)).body.data.member
  await call('PATCH', `/v1/members/${id}`, { body: { role: 'admin' } })
  const updated = await eventAbout('member.updated', id)
  await call('DELETE', `/v1/members/${id}`)
  const removed = await eventAbout('member.removed', id)
  for (const { data } of [updated, removed]) {
    expect(data).toEqual({ member_id: id, email, role: 'admin' })
  }
})

test('invitation.revoked tells who', async () => {
  const email = newAddress()
  const { id } = await make('/v1/invitations', { email })
  await call('DELETE', `/v1/invitations/${id}`)
  const { data } = await eventAbout('invitation.revoked', id)
  expect(data).toEqual({ invitation_id: id, email, role: 'member' })
})

test('a recording that cannot be read is transcription.failed, never started', async () => {
  const { id } = await givenProject()
  const bytes = new TextEncoder().encode('this is not a sound at all')
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: bytes.length }
  const { session } = await openUpload(call, id, file)
  await sendBytes(session, bytes)
  const path = `/v1/projects/${id}/content/${session.content_id}`
  await call('POST', `${path}/upload-complete`)
  const item = await until('the end of the transcription', async () => {
    const { data } = (await call('GET', path)).body
    return data.status === 'processing' ? null : data
  })
  const { data } = await eventAbout('transcription.failed', session.content_id)
  expect(data).toEqual({
    content_id: session.content_id,
    filename: 'a.wav',
    error: { code: item.error.code, message: expect.any(String) },
  })
  const { body } = await call('GET', `/v1/events?project_id=${id}&event=transcription.started`)
  expect(body.data).toEqual([])
})
