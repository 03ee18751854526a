import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minute } from '../../../../service/core/time.ts'
import { checkSchema } from '../../../../service/engine/schema-subset.ts'
import { startTestApp, type Answer, type TestApp } from '../../../support/app.ts'
import { scriptedWriter, written } from '../../../support/engine.ts'
import { givenKey, givenProject, givenRecording } from '../../../support/factory.ts'
import { isNightly } from '../../../support/nightly.ts'
import { givenMember } from '../../../support/people.ts'
import { openDatabaseBefore } from '../../../support/upgrade.ts'

let app: TestApp
let result: Record<string, unknown> = { summary: 'A contract.', key_points: [] }
beforeAll(async () => {
  app = await startTestApp({ writer: scriptedWriter(async () => written(result), { checkSchema }) })
})
afterAll(() => app.stop())

type Version = Record<string, unknown> & { version: number; template: string }

const schema = { type: 'object', properties: { zebra: { type: 'string' }, a: { type: 'number' } } }
const text = (number: number) => `Question ${number}: {{transcript}}`

async function given(input: object = {}): Promise<string> {
  const body = { name: 'Risks', template: text(1), ...input }
  return (await app.call('POST', '/v1/prompts', { body })).body.data.id
}
const change = (id: string, body: object, key?: string): Promise<Answer> =>
  app.call('PATCH', `/v1/prompts/${id}`, { body, ...(key && { key }) })
const list = (id: string, query = '', options = {}): Promise<Answer> =>
  app.call('GET', `/v1/prompts/${id}/versions${query}`, options)
const versions = async (id: string, options = {}): Promise<Version[]> =>
  (await list(id, '?limit=100', options)).body.data
const numbers = (found: Version[]) => found.map(({ version }) => version)

describe('what is kept', () => {
  test('each new text or schema is a version, and the one before stays as it was', async () => {
    const id = await given()
    const made = app.clock.now().toISOString()
    app.clock.advance(minute)
    await change(id, { output_schema: schema })
    const { memberId, key } = await givenMember(app, { email: 'editor@example.org' })
    await change(id, { template: text(2), name: 'Renamed' }, key)
    const found = await versions(id)
    expect(found).toEqual([
      {
        version: 3,
        template: text(2),
        output_schema: schema,
        is_current: true,
        analysis_count: 0,
        edited_by: memberId,
        created_at: app.clock.now().toISOString(),
      },
      expect.objectContaining({ version: 2, template: text(1), output_schema: schema }),
      {
        version: 1,
        template: text(1),
        output_schema: null,
        is_current: false,
        analysis_count: 0,
        edited_by: expect.stringMatching(/^mem_/),
        created_at: made,
      },
    ])
    // The order of the fields is that in which a result is written.
    expect(JSON.stringify(found[0]?.['output_schema'])).toBe(JSON.stringify(schema))
  })

  test('another name, description or language, the same text, and a refusal are none', async () => {
    const id = await given({ output_schema: schema })
    await change(id, { name: 'New', description: 'Why', result_language: 'de' })
    await change(id, { template: text(1), output_schema: schema })
    expect((await change(id, { template: 'No placeholder' })).status).toBe(400)
    expect((await change(id, { output_schema: { type: 'array' } })).status).toBe(400)
    expect(numbers(await versions(id))).toEqual([1])
  })

  test('a version is returned to by saving it: a new one, and nothing is lost', async () => {
    const id = await given({ output_schema: schema })
    await change(id, { template: text(2), output_schema: null })
    const [, first] = await versions(id)
    const { status, body } = await change(id, {
      template: first?.template,
      output_schema: first?.['output_schema'],
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ version: 3, template: text(1), output_schema: schema })
    const templates = (await versions(id)).map(({ template }) => template)
    expect(templates).toEqual([text(1), text(2), text(1)])
  })

  test('of changes at the same time each is a version, and the last one is current', async () => {
    const id = await given()
    const sent = Array.from({ length: 12 }, (_, at) => text(at + 2))
    const answers = await Promise.all(sent.map((template) => change(id, { template })))
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200))
    const found = await versions(id)
    expect(numbers(found)).toEqual(Array.from({ length: 13 }, (_, at) => 13 - at))
    expect(found.map(({ template }) => template).toSorted()).toEqual([text(1), ...sent].toSorted())
    // Each answer told the number under which its text is kept.
    for (const { body } of answers) {
      const { version, template } = body.data
      expect(found.find((one) => one.version === version)?.template).toBe(template)
    }
    const { body } = await app.call('GET', `/v1/prompts/${id}`)
    expect(body.data).toMatchObject({ version: 13, template: found[0]?.template })
  })

  test('deleting the prompt deletes its versions', async () => {
    const [id, other] = [await given(), await given()]
    await change(id, { template: text(2) })
    await app.call('DELETE', `/v1/prompts/${id}`)
    expect((await list(id)).status).toBe(404)
    const rows = await app.deps.db.sql.selectFrom('prompt_versions').select('prompt_id').execute()
    expect(rows.filter(({ prompt_id: one }) => one === id)).toEqual([])
    expect(numbers(await versions(other))).toEqual([1])
  })

  test('built-in prompts have theirs', async () => {
    const { body } = await app.call('GET', '/v1/prompts?limit=100')
    const own = body.data.find(({ type }: { type: string }) => type === 'system')
    expect(await versions(own.id)).toMatchObject([
      { version: 1, template: own.template, is_current: true, edited_by: null },
    ])
  })
})

describe('the list', () => {
  test('is paged, newest first; a cursor is of one prompt', async () => {
    const id = await given()
    for (const number of [2, 3, 4, 5]) await change(id, { template: text(number) })
    const first = await list(id, '?limit=2')
    expect(numbers(first.body.data)).toEqual([5, 4])
    expect(first.body.pagination.has_more).toBe(true)
    // One that comes in between neither repeats nor skips another.
    await change(id, { template: text(6) })
    const second = await list(id, `?limit=2&cursor=${first.body.pagination.next_cursor}`)
    expect(numbers(second.body.data)).toEqual([3, 2])
    const last = await list(id, `?limit=2&cursor=${second.body.pagination.next_cursor}`)
    expect(numbers(last.body.data)).toEqual([1])
    expect(last.body.pagination).toEqual({ has_more: false, next_cursor: null })
    const cursor = first.body.pagination.next_cursor
    for (const address of [`?cursor=${cursor}x`, '?limit=0', '?limit=101']) {
      expect((await list(id, address)).body.error.code).toBe('validation_error')
    }
    const other = await list(await given(), `?cursor=${cursor}`)
    expect([other.status, other.body.error.code]).toEqual([400, 'validation_error'])
  })

  test('counts finished analyses of each version, as far as the key sees', async () => {
    const id = await given()
    const projects = [await givenProject(app), await givenProject(app)]
    const analyze = async (projectId: string) => {
      const contentId = await givenRecording(app, projectId)
      const at = `/v1/projects/${projectId}/content/${contentId}/analyze`
      await app.call('POST', at, { body: { prompt_id: id } })
      await app.idle()
    }
    for (const project of projects) await analyze(project.id)
    await change(id, { template: text(2) })
    await analyze(projects[0]?.id ?? '')
    result = { no: 'summary' }
    await analyze(projects[0]?.id ?? '')
    const counts = async (options = {}) =>
      (await versions(id, options)).map(({ analysis_count: count }) => count)
    expect(await counts()).toEqual([1, 2])
    const key = await givenKey(app, { project_ids: [projects[1]?.id], scopes: ['read'] })
    expect(await counts({ key })).toEqual([0, 1])
  })

  test('of an unknown prompt, or one of another organization, is not found', async () => {
    expect((await list('prompt_x')).status).toBe(404)
    const now = new Date()
    const limits = { transcription_minutes_limit: 1, storage_gb_limit: 1 }
    const organization = { id: 'org_other', name: 'Other', slug: 'other', created_at: now }
    const { sql: db } = app.deps.db
    await db
      .insertInto('organizations')
      .values({ ...organization, ...limits })
      .execute()
    const theirs = { id: 'prompt_theirs', name: 'Theirs', type: 'custom' as const }
    const times = { created_at: now, updated_at: now }
    await db
      .insertInto('prompts')
      .values({ ...theirs, organization_id: 'org_other', template: text(1), ...times })
      .execute()
    expect((await list('prompt_theirs')).status).toBe(404)
    await db.deleteFrom('organizations').where('id', '=', 'org_other').execute()
  })
})

// No migration that was released is ever changed.
test.runIf(isNightly)(
  'prompts of before have the text that they stand at, under its number',
  async () => {
    const { db, upgrade } = await openDatabaseBefore('0022')
    const [made, changed] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
    const row = { organization_id: 'org_1', name: 'P', type: 'custom' as const, template: text(1) }
    const times = { created_at: made, updated_at: changed }
    const output_schema = JSON.stringify(schema)
    await db.sql
      .insertInto('prompts')
      .values([
        { id: 'prompt_1', ...row, ...times, version: 1 },
        { id: 'prompt_2', ...row, ...times, version: 7, output_schema },
      ])
      .execute()
    await upgrade()
    const rows = await db.sql
      .selectFrom('prompt_versions')
      .selectAll()
      .orderBy('prompt_id')
      .execute()
    const same = { template: text(1), edited_by: null }
    expect(rows).toEqual([
      { prompt_id: 'prompt_1', version: 1, ...same, output_schema: null, created_at: made },
      { prompt_id: 'prompt_2', version: 7, ...same, output_schema: schema, created_at: changed },
    ])
  },
)
