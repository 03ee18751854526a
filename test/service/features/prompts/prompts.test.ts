import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSchema } from '../../../../service/engine/schema-subset.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { scriptedWriter } from '../../../support/engine.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ writer: scriptedWriter(undefined, { checkSchema }) })
})
afterAll(() => app.stop())

const template = 'Name the risks.\n\n{{transcript}}'
const schema = {
  type: 'object',
  properties: { summary: { type: 'string' }, risks: { type: 'array', items: { type: 'string' } } },
  required: ['summary', 'risks'],
}

async function givenPrompt(input: Record<string, unknown> = {}) {
  const body = { name: 'Risks', template, ...input }
  const answer = await app.call('POST', '/v1/prompts', { body })
  expect(answer.status).toBe(201)
  return answer.body.data
}

async function systemPrompt(name: string) {
  const { body } = await app.call('GET', '/v1/prompts?limit=100')
  return body.data.find((prompt: { name: string }) => prompt.name === name)
}

const change = async (id: string, body: object) =>
  (await app.call('PATCH', `/v1/prompts/${id}`, { body })).body.data

describe('keys restricted to projects', () => {
  it('change, delete and bin no prompt, since every project may use it', async () => {
    const [own, other] = [await givenProject(app), await givenProject(app)]
    const key = await givenKey(app, { project_ids: [own.id] })
    const { id } = await givenPrompt()
    const settings = { default_prompt_id: id }
    await app.call('PATCH', `/v1/projects/${other.id}`, { body: { settings } })
    const refused = [
      await app.call('PATCH', `/v1/prompts/${id}`, { key, body: { template: '{{transcript}}!' } }),
      await app.call('DELETE', `/v1/prompts/${id}`, { key }),
      await app.call('POST', `/v1/prompts/${id}/trash`, { key }),
      await app.call('POST', `/v1/prompts/${id}/restore`, { key }),
    ]
    for (const { status, body } of refused) {
      expect([status, body.error.code]).toEqual([403, 'project_access_denied'])
    }
    const read = await app.call('GET', `/v1/prompts/${id}`, { key })
    expect(read.body.data).toMatchObject({ template, version: 1 })
    const unknown = await app.call('DELETE', '/v1/prompts/prompt_none', { key })
    expect(unknown.body.error.code).toBe('not_found')
  })

  it('find none in the bin, and empty it of none', async () => {
    const own = await givenProject(app)
    const key = await givenKey(app, { project_ids: [own.id] })
    const { id } = await givenPrompt()
    await app.call('POST', `/v1/prompts/${id}/trash`)
    expect((await app.call('GET', '/v1/trash', { key })).body.data).toEqual([])
    expect((await app.call('DELETE', `/v1/trash/${id}`, { key })).status).toBe(404)
    const emptied = await app.call('DELETE', '/v1/trash', { key })
    expect(emptied.body.data.deleted_count).toBe(0)
    expect((await app.call('POST', `/v1/prompts/${id}/restore`)).status).toBe(200)
  })
})

describe('the record', () => {
  it('a created prompt has every field of the record', async () => {
    const prompt = await givenPrompt({ output_schema: schema })
    expect(prompt).toEqual({
      id: expect.stringMatching(/^prompt_[0-9a-z]{26}$/),
      name: 'Risks',
      description: null,
      type: 'custom',
      template,
      output_schema: schema,
      result_language: null,
      variables: ['transcript'],
      version: 1,
      is_default: false,
      built_in: { en: 'all', de: 'none', other: 'none' },
      created_at: app.clock.now().toISOString(),
      updated_at: app.clock.now().toISOString(),
    })
    const read = await app.call('GET', `/v1/prompts/${prompt.id}`)
    expect(read.body.data).toEqual(prompt)
  })

  it('the order of the schema is kept: results are written and shown in it', async () => {
    const properties = {
      zebra: { type: 'string' },
      a: { type: 'string' },
      list: schema.properties.risks,
    }
    const { id } = await givenPrompt({ output_schema: { type: 'object', properties } })
    const { body } = await app.call('GET', `/v1/prompts/${id}`)
    expect(Object.keys(body.data.output_schema.properties)).toEqual(['zebra', 'a', 'list'])
  })

  it('variables are the placeholders of the template, each once, in order', async () => {
    const text = '{{date}} {{ filename }} {{speakers}} {{date}} {{transcript}} { {other} } {{'
    const prompt = await givenPrompt({ template: text })
    expect(prompt.variables).toEqual(['date', 'filename', 'speakers', 'transcript'])
    expect(prompt.template).toBe(text)
  })

  it('lists are paged', async () => {
    await givenPrompt()
    const first = await app.call('GET', '/v1/prompts?limit=2')
    expect(first.body.data).toHaveLength(2)
    expect(first.body.pagination.has_more).toBe(true)
    const cursor = first.body.pagination.next_cursor
    const second = await app.call('GET', `/v1/prompts?limit=2&cursor=${cursor}`)
    const ids = [...first.body.data, ...second.body.data].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(4)
  })

  it.each(['prompt_01kayr3c9nfq4tq4h6zr6yv0b2', 'prompt_x', '%00', 'cont_1'])(
    'an unknown id answers 404: %s',
    async (id) => {
      for (const method of ['GET', 'DELETE']) {
        expect((await app.call(method, `/v1/prompts/${id}`)).status).toBe(404)
      }
    },
  )
})

describe('validation', () => {
  const long = `{{transcript}}${'ä'.repeat(16_400)}`
  it.each([
    ['no {{transcript}}', { template: 'Sum up.' }, 'template', 'missing_transcript'],
    [
      'an unknown placeholder',
      { template: `${template} {{secret}}` },
      'template',
      'unknown_placeholder',
    ],
    ['an empty placeholder', { template: `${template} {{}}` }, 'template', 'unknown_placeholder'],
    ['more than 32 KB', { template: long }, 'template', 'too_long'],
    ['NUL in the template', { template: `${template}\0` }, 'template', 'invalid'],
    ['NUL in the name', { name: 'a\0' }, 'name', 'invalid'],
    ['a blank name', { name: '  ' }, 'name', 'invalid'],
    ['an unknown field', { type: 'system' }, 'type', 'unknown_field'],
    ['a schema that is no object', { output_schema: 'x' }, 'output_schema', 'invalid'],
  ])('%s is a validation_error that names the field', async (_case, input, field, code) => {
    const body = { name: 'Risks', template, ...input }
    const answer = await app.call('POST', '/v1/prompts', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('validation_error')
    expect(answer.body.error.details).toContainEqual(expect.objectContaining({ field, code }))
  })

  it.each([
    ['/type', { type: 'array' }],
    [
      '/properties/a/pattern',
      { type: 'object', properties: { a: { type: 'string', pattern: '(a+)+' } } },
    ],
    ['/properties/a', { type: 'object', properties: { a: 1 } }],
  ])(
    'a schema that cannot be held to is refused with the place: %s',
    async (pointer, output_schema) => {
      for (const [method, url] of [
        ['POST', '/v1/prompts'],
        ['PATCH', `/v1/prompts/${(await givenPrompt()).id}`],
      ] as const) {
        const answer = await app.call(method, url, {
          body: { name: 'Bad', template, output_schema },
        })
        expect(answer.status).toBe(400)
        const [detail] = answer.body.error.details
        expect(detail).toMatchObject({ field: 'output_schema', code: 'unsupported' })
        expect(detail.message).toContain(`At ${pointer}:`)
      }
    },
  )

  it('a schema of more than 32 KB is refused', async () => {
    const output_schema = { ...schema, description: 'x'.repeat(33_000) }
    const answer = await app.call('POST', '/v1/prompts', {
      body: { name: 'A', template, output_schema },
    })
    expect(answer.body.error.details[0]).toMatchObject({ field: 'output_schema', code: 'too_long' })
  })
})

describe('change', () => {
  it('the version rises only when template or schema really change', async () => {
    const { id } = await givenPrompt({ output_schema: schema })
    app.clock.advance(1_000)
    expect(await change(id, { name: 'New', description: 'Why' })).toMatchObject({
      name: 'New',
      description: 'Why',
      version: 1,
      updated_at: app.clock.now().toISOString(),
    })
    expect(await change(id, { template, output_schema: schema })).toMatchObject({ version: 1 })
    expect(await change(id, { template: `Short. ${template}` })).toMatchObject({ version: 2 })
    expect(await change(id, { output_schema: { ...schema, required: [] } })).toMatchObject({
      version: 3,
    })
    expect(await change(id, { template: 'A {{transcript}}', output_schema: schema })).toMatchObject(
      { version: 4 },
    )
  })

  it('null clears description and schema', async () => {
    const { id } = await givenPrompt({ description: 'Why', output_schema: schema })
    const cleared = await change(id, { description: null, output_schema: null })
    expect(cleared).toMatchObject({
      description: null,
      output_schema: null,
      version: 2,
      name: 'Risks',
    })
  })

  it('a refused change changes nothing', async () => {
    const prompt = await givenPrompt()
    const body = { name: 'Other', template: 'No placeholder' }
    expect((await app.call('PATCH', `/v1/prompts/${prompt.id}`, { body })).status).toBe(400)
    expect((await app.call('GET', `/v1/prompts/${prompt.id}`)).body.data).toEqual(prompt)
  })
})

describe('delete', () => {
  it('a deleted prompt is gone', async () => {
    const { id } = await givenPrompt()
    const answer = await app.call('DELETE', `/v1/prompts/${id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data).toEqual({ id, deleted: true })
    expect((await app.call('GET', `/v1/prompts/${id}`)).status).toBe(404)
  })

  it("a project's default is in use; the answer names the projects", async () => {
    const { id } = await givenPrompt()
    const settings = { default_prompt_id: id }
    const [one, two] = [
      await givenProject(app, { name: 'Sales North', settings }),
      await givenProject(app, { name: 'Sales South', settings }),
    ]
    const answer = await app.call('DELETE', `/v1/prompts/${id}`)
    expect(answer.status).toBe(409)
    expect(answer.body.error.code).toBe('prompt_in_use')
    expect(answer.body.error.message).toContain('Sales North')
    expect(answer.body.error.message).toContain('Sales South')

    for (const project of [one, two]) {
      const body = { settings: { default_prompt_id: null } }
      await app.call('PATCH', `/v1/projects/${project.id}`, { body })
    }
    expect((await app.call('DELETE', `/v1/prompts/${id}`)).status).toBe(200)
  })
})

describe('system prompts', () => {
  it('five are there; the one for sales calls is the default of a new organization', async () => {
    const { body } = await app.call('GET', '/v1/prompts?limit=100')
    const system = body.data.filter(({ type }: { type: string }) => type === 'system')
    const names = system.map(({ name }: { name: string }) => name).toSorted()
    expect(names).toEqual(['Interview', 'Meeting', 'Research call', 'Sales call', 'Support call'])
    const sales = await systemPrompt('Sales call')
    expect(sales.is_default).toBe(true)
    const org = await app.call('GET', '/v1/org')
    expect(org.body.data.settings.default_prompt_id).toBe(sales.id)
    const meeting = await systemPrompt('Meeting')
    expect(Object.keys(meeting.output_schema.properties)).toEqual([
      'summary',
      'sentiment',
      'key_topics',
      'action_items',
      'decisions',
      'questions',
      'discussion',
      'risks',
      'quotes',
    ])
  })

  it('the one for sales calls asks for the result that the specification shows', async () => {
    const { output_schema } = await systemPrompt('Sales call')
    expect(Object.keys(output_schema.properties)).toEqual([
      'summary',
      'sentiment',
      'key_topics',
      'action_items',
      'deal_probability',
      'objections',
    ])
    expect(output_schema.properties.deal_probability.type).toBe('number')
    const { items } = output_schema.properties.objections
    expect(Object.keys(items.properties)).toEqual(['topic', 'concern', 'response'])
  })

  it('all can be held to by the engines, and no list is endless', async () => {
    const { body } = await app.call('GET', '/v1/prompts?limit=100')
    for (const { type, output_schema: output } of body.data) {
      if (type !== 'system') continue
      expect(checkSchema(output)).toBeNull()
      for (const field of Object.values<Record<string, unknown>>(output.properties)) {
        if (field['type'] !== 'array') continue
        expect(Number(field['maxItems'])).toBeLessThanOrEqual(24)
        expect(JSON.stringify(field['items'])).not.toContain('maxLength')
      }
    }
  })

  it('can be neither changed nor deleted', async () => {
    const { id } = await systemPrompt('Interview')
    for (const [method, body] of [
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await app.call(method, `/v1/prompts/${id}`, { body })
      expect(answer.status).toBe(403)
      expect(answer.body.error.code).toBe('resource_protected')
    }
  })
})
