import { Ajv } from 'ajv'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { eventData } from '../../../../service/features/events/events.ts'
import { eventNames } from '../../../../service/features/events/schema.ts'
import { closeDatabase, givenProject, givenWebhook, openStage, type Stage } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.stop())
afterAll(closeDatabase)

const last = () => {
  const request = stage.receiver.requests.at(-1)
  if (!request) throw new Error('nothing was received')
  return request
}

test('a test shows any event: signed, in its shape, marked, and kept as the test that it is', async () => {
  const { id, secret } = await givenWebhook(stage, '/sampled', { events: ['content.deleted'] })
  const genuine = new Webhook(secret)
  const shapes = new Ajv({ strict: false, validateFormats: false })
  for (const event of eventNames) {
    const { status, body } = await stage.call('POST', `/v1/webhooks/${id}/test`, { event })
    expect(status).toBe(202)
    expect(body.data).toMatchObject({ event, trigger: 'test', project_id: null, max_attempts: 1 })
    await stage.idle()
    const payload = JSON.parse(last().body.toString())
    expect(genuine.verify(last().body, last().headers)).toEqual(payload)
    expect(payload).toMatchObject({ id: body.data.event_id, event })
    expect(shapes.validate(eventData[event], payload.data), event).toBe(true)
    expect(payload.is_test).toBe(event === 'webhook.test' ? undefined : true)
    const kept = await stage.db.sql
      .selectFrom('events')
      .select('event')
      .where('id', '=', body.data.event_id)
      .executeTakeFirst()
    expect(kept).toEqual({ event: 'webhook.test' })
  }
})

test('a sample is of a project of the endpoint, where it is limited to some', async () => {
  const projectId = await givenProject(stage)
  const { id } = await givenWebhook(stage, '/limited', { project_ids: [projectId] })
  const projectOf = async (event: string) => {
    await stage.call('POST', `/v1/webhooks/${id}/test`, { event })
    await stage.idle()
    return JSON.parse(last().body.toString()).project_id
  }
  expect(await projectOf('transcription.completed')).toBe(projectId)
  expect(await projectOf('member.added')).toBeNull()
})

test('an event that does not exist is refused by name', async () => {
  const { id } = await givenWebhook(stage, '/unknown')
  const { status, body } = await stage.call('POST', `/v1/webhooks/${id}/test`, { event: 'no.such' })
  expect([status, body.error.details[0].field]).toEqual([400, 'event'])
  expect(stage.receiver.requests).toEqual([])
})
