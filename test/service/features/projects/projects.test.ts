import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

describe('creating', () => {
  test('answers 201 with content_count 0, no latest content and the settings', async () => {
    const { status, body } = await app.call('POST', '/v1/projects', {
      body: { name: 'Sales calls', description: 'Q4', settings: { auto_analyze: true } },
    })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      id: expect.stringMatching(/^proj_[0-9a-z]{26}$/),
      name: 'Sales calls',
      slug: 'sales-calls',
      description: 'Q4',
      settings: {
        default_prompt_id: null,
        auto_analyze: true,
        language: null,
        speech_model: null,
        translate_to_english: false,
        vocabulary: [],
        voice_memory: false,
      },
      content_count: 0,
      latest_content_at: null,
      created_at: '2026-11-21T09:00:00.000Z',
      updated_at: '2026-11-21T09:00:00.000Z',
    })
    expect(body.meta).toEqual({
      request_id: expect.stringMatching(/^req_/),
      timestamp: '2026-11-21T09:00:00.000Z',
    })
  })

  test('makes the slug from the name where it is null, too', async () => {
    const { slug } = await givenProject(app, { name: 'Quarterly Talks', slug: null })
    expect(slug).toBe('quarterly-talks')
  })

  test('makes a free slug from the name, and one for a name without Latin letters', async () => {
    const names = ['Résumé für Ärzte', 'Résumé für Ärzte', '会議']
    const slugs = []
    for (const name of names) slugs.push((await givenProject(app, { name })).slug)
    expect(slugs[0]).toBe('resume-fuer-aerzte')
    expect(slugs[1]).toBe('resume-fuer-aerzte-2')
    expect(slugs[2]).toMatch(/^[a-z0-9-]+$/)
  })

  test('a taken slug is refused with 409 slug_taken', async () => {
    await givenProject(app, { slug: 'mine' })
    const { status, body } = await app.call('POST', '/v1/projects', {
      body: { name: 'Another', slug: 'mine' },
    })
    expect([status, body.error.code]).toEqual([409, 'slug_taken'])
  })

  test.each([
    [{}, 'name'],
    [{ name: '' }, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 5 }, 'name'],
    [{ name: 'a', slug: 'No Spaces' }, 'slug'],
    [{ name: 'a', colour: 'red' }, 'colour'],
    [{ name: 'a', settings: { auto_analyze: 'yes' } }, 'settings.auto_analyze'],
    [{ name: 'a', settings: { default_prompt_id: 'prompt_none' } }, 'settings.default_prompt_id'],
  ])('refuses %j naming %s', async (input, field) => {
    const { status, body } = await app.call('POST', '/v1/projects', { body: input })
    expect([status, body.error.code]).toEqual([400, 'validation_error'])
    expect(body.error.details.map((detail: { field: string }) => detail.field)).toContain(field)
  })
})

describe('changing', () => {
  test('only provided fields change', async () => {
    const { id } = await givenProject(app, { name: 'Before', description: 'kept' })
    app.clock.advance(1_000)
    const { body } = await app.call('PATCH', `/v1/projects/${id}`, {
      body: { name: 'After', settings: { auto_analyze: true } },
    })
    expect(body.data).toMatchObject({
      name: 'After',
      slug: 'before',
      description: 'kept',
      settings: { default_prompt_id: null, auto_analyze: true },
    })
    expect(body.data.updated_at > body.data.created_at).toBe(true)
  })
})

describe('listing', () => {
  test('pages newest first without doubling or skipping, and omits settings', async () => {
    for (let number = 0; number < 5; number++) {
      app.clock.advance(1)
      await givenProject(app, { name: `Page ${number}` })
    }
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''
      const { body } = await app.call('GET', `/v1/projects?limit=2${query}`)
      for (const item of body.data) {
        expect(item).not.toHaveProperty('settings')
        seen.push(item.name)
      }
      expect(body.pagination.has_more).toBe(body.pagination.next_cursor !== null)
      cursor = body.pagination.next_cursor
    }
    expect(seen.slice(0, 5)).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0'])
    expect(new Set(seen).size).toBeGreaterThan(5)
  })

  test.each(['limit=0', 'limit=101', 'limit=-1', 'limit=ten', 'limit=1e9', 'cursor=made-up'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await app.call('GET', `/v1/projects?${query}`)
      expect([status, body.error.code]).toEqual([400, 'validation_error'])
      expect(body.error.details[0].field).toBe(query.split('=')[0])
    },
  )
})

describe('deleting', () => {
  test('removes the project with its recordings', async () => {
    const { id } = await givenProject(app)
    const contentId = await givenRecording(app, id)
    const { status, body } = await app.call('DELETE', `/v1/projects/${id}`)
    expect(status).toBe(200)
    expect(body.data).toEqual({ id, deleted: true })
    for (const path of [`/v1/projects/${id}`, `/v1/projects/${id}/content/${contentId}`]) {
      expect((await app.call('GET', path)).status).toBe(404)
    }
    await app.idle()
    expect(await app.deps.blobs.stat(contentId)).toBeNull()
  })
})

describe('restricted keys', () => {
  test('reach their own projects only: 403 on another, lists cut down', async () => {
    const own = await givenProject(app, { name: 'Own' })
    const other = await givenProject(app, { name: 'Other' })
    const key = await givenKey(app, { project_ids: [own.id] })
    expect((await app.call('GET', `/v1/projects/${own.id}`, { key })).status).toBe(200)
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await app.call(method, `/v1/projects/${other.id}`, { key })
      expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
    }
    expect((await app.call('GET', '/v1/projects/proj_unknown', { key })).status).toBe(404)
    const { body } = await app.call('GET', '/v1/projects', { key })
    expect(body.data.map((item: { id: string }) => item.id)).toEqual([own.id])
    expect((await app.call('GET', '/v1/org', { key })).status).toBe(200)
  })
})
