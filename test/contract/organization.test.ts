import { expect, test } from 'vitest'
import { organization } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const { call, world } = openSuite('organization')

const read = async () => (await call('GET', '/v1/org')).body.data

test('GET /v1/org answers the organization of the key with every field', async () => {
  const { status, body } = await call('GET', '/v1/org')
  expect(status).toBe(200)
  expectShape(body.data, organization)
})

test('the default prompt of the organization exists and says so', async () => {
  const { settings } = await read()
  const { body } = await call('GET', `/v1/prompts/${settings.default_prompt_id}`)
  expect(body.data).toMatchObject({ id: settings.default_prompt_id, is_default: true })
})

const local = test.skipIf(!world.own)

local('a local installation is active on the plan local until the month ends', async () => {
  const { subscription, usage } = await read()
  const now = new Date()
  const end = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString()
  expect(subscription).toEqual({ status: 'active', plan: 'local', current_period_end: end })
  expect(usage.transcription_minutes.resets_at).toBe(end)
})

test('usage counts the minutes transcribed and the space used, within their limits', async () => {
  const { usage } = await read()
  const { transcription_minutes: minutes, storage_gb: storage } = usage
  expect(minutes.used).toBeGreaterThan(0)
  expect(minutes.used).toBeLessThanOrEqual(minutes.limit)
  expect(storage.used).toBeGreaterThan(0)
  expect(storage.used).toBeLessThanOrEqual(storage.limit)
})
