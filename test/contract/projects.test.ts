import { expect, test } from 'vitest'
import { expectRefusal } from './support/envelope.ts'
import { deleted, project, projectListItem } from './support/records.ts'
import { expectShape } from './support/shapes.ts'
import { openSuite } from './support/suite.ts'
import { openUpload } from './support/uploads.ts'

const { call, make, givenProject } = openSuite('projects')

test('creating answers 201 with the whole project, its settings and nothing in it', async () => {
  const { status, body } = await call('POST', '/v1/projects', { body: { name: 'Sales calls' } })
  expect(status).toBe(201)
  expectShape(body.data, project)
  expect(body.data).toMatchObject({
    name: 'Sales calls',
    description: null,
    content_count: 0,
    latest_content_at: null,
    settings: { default_prompt_id: null, auto_analyze: false },
  })
})

test('creating takes slug, description and both settings', async () => {
  const { id: prompt } = await make('/v1/prompts', { name: 'P', template: '{{transcript}}' })
  const slug = `contract-${Date.now()}`
  const settings = { default_prompt_id: prompt, auto_analyze: true }
  const made = await givenProject({ name: 'All', slug, description: 'Everything', settings })
  expect(made).toMatchObject({ slug, description: 'Everything', settings })
})

test('without a slug one is made from the name, URL-safe and unique', async () => {
  const first = await givenProject({ name: 'Über uns & Größe 2026!' })
  const second = await givenProject({ name: 'Über uns & Größe 2026!' })
  expect(first['slug']).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(first['slug']).toMatch(/2026/)
  expect(second['slug']).not.toBe(first['slug'])
})

test('a slug that is taken is refused with 409 slug_taken', async () => {
  const { slug } = await givenProject()
  expectRefusal(
    await call('POST', '/v1/projects', { body: { name: 'x', slug } }),
    409,
    'slug_taken',
  )
})

test('a name is required and a slug must be URL-safe', async () => {
  expectRefusal(await call('POST', '/v1/projects', { body: {} }), 400, 'validation_error', ['name'])
  const body = { name: 'x', slug: 'Not URL-safe!' }
  expectRefusal(await call('POST', '/v1/projects', { body }), 400, 'validation_error', ['slug'])
})

test('a default prompt that does not exist is refused', async () => {
  const body = { name: 'x', settings: { default_prompt_id: 'prompt_nothing' } }
  const answer = await call('POST', '/v1/projects', { body })
  expectRefusal(answer, 400, 'validation_error', ['settings.default_prompt_id'])
})

test('list items omit settings; a single project has them', async () => {
  const { id } = await givenProject()
  const { body: list } = await call('GET', '/v1/projects')
  const item = list.data.find((found: { id: string }) => found.id === id)
  expectShape(item, projectListItem)
  const { status, body } = await call('GET', `/v1/projects/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, project)
  const { settings: _settings, ...rest } = body.data
  expect(rest).toEqual(item)
})

test('changing touches only the fields provided', async () => {
  const before = await givenProject({ name: 'Before', description: 'Stays' })
  const { status, body } = await call('PATCH', `/v1/projects/${before.id}`, {
    body: { settings: { auto_analyze: true } },
  })
  expect(status).toBe(200)
  expectShape(body.data, project)
  expect(body.data).toEqual({
    ...before,
    settings: { ...Object(before['settings']), auto_analyze: true },
    updated_at: body.data.updated_at,
  })
  expect(body.data.updated_at > String(before['updated_at'])).toBe(true)
})

test('name, description and default prompt can be changed; null clears', async () => {
  const { id: prompt } = await make('/v1/prompts', { name: 'P', template: '{{transcript}}' })
  const { id, slug } = await givenProject({ description: 'Old' })
  const change = async (body: object) =>
    (await call('PATCH', `/v1/projects/${id}`, { body })).body.data
  const settings = { default_prompt_id: prompt }
  const changed = await change({ name: 'New', description: 'New text', settings })
  expect(changed).toMatchObject({ name: 'New', description: 'New text', slug, settings })
  const cleared = await change({ description: null, settings: { default_prompt_id: null } })
  expect(cleared).toMatchObject({ description: null, settings: { default_prompt_id: null } })
})

test('the slug cannot be changed', async () => {
  const { id } = await givenProject()
  const answer = await call('PATCH', `/v1/projects/${id}`, { body: { slug: 'other' } })
  expectRefusal(answer, 400, 'validation_error', ['slug'])
})

test('deleting answers data.deleted and takes everything in the project along', async () => {
  const { id } = await givenProject()
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { session } = await openUpload(call, id, file)
  const { status, body } = await call('DELETE', `/v1/projects/${id}`)
  expect(status).toBe(200)
  expectShape(body.data, deleted('proj'))
  expectRefusal(await call('GET', `/v1/projects/${id}`), 404, 'not_found')
  const content = `/v1/projects/${id}/content/${session.content_id}`
  for (const path of [content, `${content}/transcript`, `${content}/analyses`]) {
    expectRefusal(await call('GET', path), 404, 'not_found')
  }
  expectRefusal(await call('DELETE', `/v1/projects/${id}`), 404, 'not_found')
})

test('content_count and latest_content_at follow the content', async () => {
  const { id } = await givenProject()
  const file = { filename: 'a.wav', content_type: 'audio/wav', size_bytes: 10 }
  const { session } = await openUpload(call, id, file)
  const item = (await call('GET', `/v1/projects/${id}/content/${session.content_id}`)).body.data
  const { body } = await call('GET', `/v1/projects/${id}`)
  expect(body.data).toMatchObject({ content_count: 1, latest_content_at: item.created_at })
  await call('DELETE', `/v1/projects/${id}/content/${session.content_id}`)
  const after = await call('GET', `/v1/projects/${id}`)
  expect(after.body.data).toMatchObject({ content_count: 0, latest_content_at: null })
})

test('an unknown project is 404 on every path below it', async () => {
  const base = '/v1/projects/proj_unknown'
  const paths = ['', '/content', '/content/cont_x', '/insights', '/insights/history']
  for (const path of paths) expectRefusal(await call('GET', base + path), 404, 'not_found')
})
