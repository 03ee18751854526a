import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { until } from './support/call.ts'
import { deleted, prompt, promptFields, promptVersion, trial } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'

const { call, make, givenProject, world } = openSuite('prompts')

const template = 'What was agreed in {{filename}}? {{transcript}}'
const outputSchema = { type: 'object', properties: { agreed: { type: 'string' } } }
const givenPrompt = (input: object = {}) => make('/v1/prompts', { name: 'P', template, ...input })
const create = (body: object) => call('POST', '/v1/prompts', { body })
const systemPrompt = async () => {
  const { body } = await call('GET', '/v1/prompts?limit=100')
  return body.data.find(({ type }: { type: string }) => type === 'system')
}

test('creating answers 201 with the whole record', async () => {
  const input = { name: 'Deal', description: 'Deals', template, output_schema: outputSchema }
  const { status, body } = await create(input)
  expect(status).toBe(201)
  expectShape(body.data, prompt)
  expect(body.data).toMatchObject({ ...input, type: 'custom', version: 1, is_default: false })
  expect(body.data.variables.toSorted()).toEqual(['filename', 'transcript'])
})

test('description and output_schema are optional and null when left out', async () => {
  expect(await givenPrompt()).toMatchObject({ description: null, output_schema: null })
})

test('name and template are required', async () => {
  expectRefusal(await create({}), 400, 'validation_error', ['name', 'template'])
})

test('the template must hold {{transcript}} and only known placeholders', async () => {
  const without = await create({ name: 'x', template: 'No placeholder' })
  expectRefusal(without, 400, 'validation_error', ['template'])
  const unknown = await create({ name: 'x', template: '{{transcript}} {{weather}}' })
  expectRefusal(unknown, 400, 'validation_error', ['template'])
  const all = ['filename', 'duration', 'language', 'speakers', 'project_name', 'date']
  const known = ['transcript', ...all].map((name) => `{{${name}}}`).join(' ')
  expect((await givenPrompt({ template: known })).variables).toHaveLength(7)
})

test('output_schema must be a JSON schema with an object at its root; a refusal names the place', async () => {
  for (const schema of [{ type: 'string' }, { type: 'array', items: {} }]) {
    const answer = await create({ name: 'x', template, output_schema: schema })
    expectRefusal(answer, 400, 'validation_error')
  }
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }
  const { body } = await create({ name: 'x', template, output_schema: schema })
  expect(JSON.stringify(body.error.details)).toContain('/properties/a')
})

test('template and schema have size limits of 32 KB and a depth of 8', async () => {
  const long = await create({ name: 'x', template: `{{transcript}}${'x'.repeat(32_769)}` })
  expectRefusal(long, 400, 'validation_error', ['template'])
  let deep: object = { type: 'string' }
  for (let level = 0; level < 9; level++) deep = { type: 'object', properties: { a: deep } }
  const answer = await create({ name: 'x', template, output_schema: deep })
  expectRefusal(answer, 400, 'validation_error')
  const description = 'x'.repeat(33_000)
  const large = { type: 'object', description, properties: { a: { type: 'string' } } }
  const refused = await create({ name: 'x', template, output_schema: large })
  expectRefusal(refused, 400, 'validation_error')
})

test('the list holds custom and system prompts with every field', async () => {
  const { id } = await givenPrompt()
  const { status, body } = await call('GET', '/v1/prompts?limit=100')
  expect(status).toBe(200)
  for (const item of body.data) expectShape(item, prompt)
  const types = new Set(body.data.map(({ type }: { type: string }) => type))
  expect([...types].toSorted()).toEqual(['custom', 'system'])
  expect(body.data.map((item: { id: string }) => item.id)).toContain(id)
})

test('which fields the built-in analyser fills is told before anything is saved', async () => {
  const properties = { summary: { type: 'string' }, deal_probability: { type: 'number' } }
  const body = { template, output_schema: { type: 'object', properties } }
  const ask = (more: object) => call('POST', '/v1/prompts/fields', { body: { ...body, ...more } })
  const { status, body: answer } = await ask({})
  expect(status).toBe(200)
  expectShape(answer.data, promptFields)
  expect(answer.data.fields).toEqual([
    { pointer: '/properties/summary', built_in: 'all' },
    { pointer: '/properties/deal_probability', built_in: 'none' },
  ])
  const none = { en: 'some', de: 'none', other: 'none' }
  expect(await givenPrompt(body)).toMatchObject({ built_in: none })
  expect((await ask({ language: 'de' })).body.data.fields[0].built_in).toBe('none')
  const refused = await ask({ output_schema: { type: 'array' } })
  expectRefusal(refused, 400, 'validation_error', ['output_schema'])
  expectRefusal(await ask({ result_language: 'xx' }), 400, 'validation_error', ['result_language'])
})

test('one prompt is read by its id', async () => {
  const made = await givenPrompt()
  const { status, body } = await call('GET', `/v1/prompts/${made.id}`)
  expect([status, body.data]).toEqual([200, made])
  expectRefusal(await call('GET', '/v1/prompts/prompt_unknown'), 404, 'not_found')
})

test('changing a custom prompt raises the version with template or schema only', async () => {
  const { id } = await givenPrompt({ description: 'Old' })
  const change = async (body: object) => {
    const answer = await call('PATCH', `/v1/prompts/${id}`, { body })
    expect(answer.status).toBe(200)
    expectShape(answer.body.data, prompt)
    return answer.body.data
  }
  expect(await change({ name: 'New' })).toMatchObject({ name: 'New', version: 1, template })
  expect(await change({ description: null })).toMatchObject({ description: null, version: 1 })
  const other = '{{transcript}} differently'
  expect(await change({ template: other })).toMatchObject({ template: other, version: 2 })
  const schema = { output_schema: outputSchema }
  expect(await change(schema)).toMatchObject({ ...schema, version: 3 })
  expect(await change({ output_schema: null })).toMatchObject({ output_schema: null, version: 4 })
})

test('earlier versions of a prompt are read, and returned to by saving them', async () => {
  const { id } = await givenPrompt({ output_schema: outputSchema })
  const change = (body: object) => call('PATCH', `/v1/prompts/${id}`, { body })
  await change({ template: `Briefly: ${template}`, output_schema: null })
  const versions = async () => (await call('GET', `/v1/prompts/${id}/versions`)).body.data
  const found = await versions()
  for (const one of found) expectShape(one, promptVersion)
  expect(found).toMatchObject([
    { version: 2, template: `Briefly: ${template}`, output_schema: null, is_current: true },
    { version: 1, template, output_schema: outputSchema, is_current: false },
  ])
  const { body } = await change({ template, output_schema: outputSchema })
  expect(body.data).toMatchObject({ version: 3, template, output_schema: outputSchema })
  expect(await versions()).toHaveLength(3)
  await call('DELETE', `/v1/prompts/${id}`)
  expectRefusal(await call('GET', `/v1/prompts/${id}/versions`), 404, 'not_found')
})

test('a system prompt cannot be changed or deleted: 403 resource_protected', async () => {
  const { id } = await systemPrompt()
  const change = await call('PATCH', `/v1/prompts/${id}`, { body: { name: 'Mine' } })
  expectRefusal(change, 403, 'resource_protected')
  expectRefusal(await call('DELETE', `/v1/prompts/${id}`), 403, 'resource_protected')
})

test('a custom prompt can be deleted', async () => {
  const { id } = await givenPrompt()
  const { status, body } = await call('DELETE', `/v1/prompts/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, deleted('prompt'))
  expectRefusal(await call('GET', `/v1/prompts/${id}`), 404, 'not_found')
})

test('a prompt in use as a default cannot be deleted; the refusal names the projects', async () => {
  const { id } = await givenPrompt()
  const project = await givenProject({
    name: 'Uses it',
    settings: { default_prompt_id: id },
  })
  const answer = await call('DELETE', `/v1/prompts/${id}`)
  expectRefusal(answer, 409, 'prompt_in_use')
  expect(JSON.stringify(answer.body.error)).toContain('Uses it')
  await call('PATCH', `/v1/projects/${project.id}`, {
    body: { settings: { default_prompt_id: null } },
  })
  expect((await call('DELETE', `/v1/prompts/${id}`)).status).toBe(200)
})

test('a prompt is tried on a recording before it is saved', async () => {
  const path = `/v1/projects/${world.recording.projectId}/content/${world.recording.contentId}`
  const body = { template, output_schema: outputSchema, result_language: 'en' }
  const started = await call('POST', `${path}/try-prompt`, { body })
  expect(started.status).toBe(202)
  const { trial_id: id } = started.body.data
  const done = await until('the trial', async () => {
    const { data } = (await call('GET', `${path}/trials/${id}`)).body
    return data.status === 'completed' || data.status === 'failed' ? data : null
  })
  expectShape(done, trial)
  expect(done).toMatchObject({ id, status: 'completed', result_language: 'en' })
  const { body: listed } = await call('GET', `${path}/analyses?limit=100`)
  expect(JSON.stringify(listed)).not.toContain(id)
  const gone = await call('DELETE', `${path}/trials/${id}`)
  expectShape(gone.body.data, deleted('trial'))
  expectRefusal(await call('GET', `${path}/trials/${id}`), 404, 'not_found')
})

test('the language of the result is chosen apart from that of the speech', async () => {
  const given = await givenPrompt({ result_language: 'es' })
  expect(given).toMatchObject({ result_language: 'es' })
  expectRefusal(
    await create({ name: 'x', template, result_language: 'xx' }),
    400,
    'validation_error',
    ['result_language'],
  )
})
