import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { openSuite } from './support/suite.ts'

const { call, givenKey, givenProject } = openSuite('idempotency')

type Sent = { body?: object; name?: string; key?: string; path?: string; method?: string }

const send = ({ body, name = randomUUID(), key, path, method }: Sent) =>
  call(method ?? 'POST', path ?? '/v1/projects', {
    body: body ?? { name: 'Once' },
    headers: { 'idempotency-key': name },
    ...(key && { key }),
  })

test('the same key and request is done once and answered twice', async () => {
  const name = randomUUID()
  const [first, second] = [await send({ name }), await send({ name })]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body.data).toEqual(first.body.data)
  expect(first.headers.get('idempotent-replayed')).toBeNull()
  expect(second.headers.get('idempotent-replayed')).toBe('true')
})

test('a secret that is shown once is in the replay too', async () => {
  const input = { name: randomUUID(), path: '/v1/api-keys' }
  const [first, second] = [await send(input), await send(input)]
  expect(second.body.data.key).toBe(first.body.data.key)
})

test('the same key with another request is 422 idempotency_key_reused', async () => {
  const name = randomUUID()
  await send({ name })
  const answer = await send({ name, body: { name: 'Another' } })
  expectRefusal(answer, 422, 'idempotency_key_reused')
})

test('fifty at once make one; twins that come meanwhile are 409 idempotency_in_progress', async () => {
  const name = randomUUID()
  const body = { name: `Fifty ${name}` }
  const answers = await Promise.all(Array.from({ length: 50 }, () => send({ name, body })))
  for (const answer of answers) {
    if (answer.status !== 201) expectRefusal(answer, 409, 'idempotency_in_progress')
  }
  const done = answers.filter(({ status }) => status === 201)
  expect(new Set(done.map((answer) => answer.body.data.id)).size).toBe(1)
  const { body: list } = await call('GET', '/v1/projects?limit=100')
  const made = list.data.filter((item: { name: string }) => item.name === body.name)
  expect(made).toHaveLength(1)
})

test('the key belongs to the API key, the method and the path', async () => {
  const name = randomUUID()
  const { key } = await givenKey()
  const own = await send({ name })
  const others = await send({ name, key })
  expect(others.body.data.id).not.toBe(own.body.data.id)
  const path = '/v1/prompts'
  const prompt = await send({ name, path, body: { name: 'x', template: '{{transcript}}' } })
  expect(prompt.body.data.id).toMatch(/^prompt_/)
})

test('PATCH takes it too', async () => {
  const { id } = await givenProject()
  const input = { name: randomUUID(), method: 'PATCH', path: `/v1/projects/${id}` }
  const first = await send({ ...input, body: { name: 'One' } })
  await call('PATCH', `/v1/projects/${id}`, { body: { name: 'Two' } })
  const again = await send({ ...input, body: { name: 'One' } })
  expect(again.body.data).toEqual(first.body.data)
  expect((await call('GET', `/v1/projects/${id}`)).body.data.name).toBe('Two')
})

test('a validation failure is not kept: corrected, the request may use the same key', async () => {
  const name = randomUUID()
  expectRefusal(await send({ name, body: { name: '' } }), 400, 'validation_error')
  expect((await send({ name, body: { name: 'Corrected' } })).status).toBe(201)
})

test('a key has 1 to 255 characters', async () => {
  expect((await send({ name: 'x'.repeat(200) + randomUUID() })).status).toBe(201)
  expectRefusal(await send({ name: 'x'.repeat(256) }), 400, 'validation_error')
  expectRefusal(await send({ name: '' }), 400, 'validation_error')
})
