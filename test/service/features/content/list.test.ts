import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { givenKey, givenProject, givenUpload } from '../../../support/factory.ts'
import { perChange } from '../../../support/nightly.ts'
import { storeRecordings } from '../../../support/recordings.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Item = { id: string; filename: string; status: string }
type Facts = { size_bytes?: number; duration_seconds?: number; status?: 'failed' | 'processing' }

/** Recordings of these names, one second after the other, with other facts where given. */
async function givenNamed(projectId: string, named: Record<string, Facts>): Promise<string[]> {
  const start = app.clock.now().getTime()
  const recordings = Object.keys(named).map((filename, index) => ({
    filename,
    createdAt: new Date(start + index * 1_000),
  }))
  const ids = await storeRecordings(app, projectId, recordings)
  for (const [index, facts] of Object.values(named).entries()) {
    if (Object.keys(facts).length === 0) continue
    const change = app.deps.db.sql.updateTable('content').set(facts)
    await change.where('id', '=', ids[index] ?? '').execute()
  }
  return ids
}

const list = (projectId: string, query: Record<string, string> = {}) =>
  app.call('GET', `/v1/projects/${projectId}/content?${new URLSearchParams(query)}`)
const namesOf = (answer: { body: { data: Item[] } }) =>
  answer.body.data.map((item) => item.filename)

const files = {
  'Call 10.wav': { size_bytes: 30, duration_seconds: 5 },
  'call 9.wav': { size_bytes: 10, duration_seconds: 90 },
  'Ärger.wav': { size_bytes: 20, status: 'failed' },
  'zebra.wav': { size_bytes: 20, duration_seconds: 90 },
} as const

describe('the order', () => {
  let ordered: { id: string }
  beforeAll(async () => {
    ordered = await givenProject(app)
    await givenNamed(ordered.id, files)
  })

  const [ten, nine, anger, zebra] = Object.keys(files)
  test.each([
    ['newest', [zebra, anger, nine, ten]],
    ['oldest', [ten, nine, anger, zebra]],
    ['name', [anger, nine, ten, zebra]],
    ['name_reversed', [zebra, ten, nine, anger]],
    ['longest', [zebra, nine, ten, anger]],
    ['shortest', [ten, nine, zebra, anger]],
    ['largest', [ten, zebra, anger, nine]],
    ['smallest', [nine, anger, zebra, ten]],
  ])('%s is the same in one page, in pages of one, and as ids', async (sort, names) => {
    const projectId = ordered.id
    expect(namesOf(await list(projectId, { sort }))).toEqual(names)
    const paged = await readAll(projectId, { sort, limit: '1' })
    expect(paged.map(({ filename }) => filename)).toEqual(names)
    const { body } = await app.call('GET', `/v1/projects/${projectId}/content/ids?sort=${sort}`)
    const page = await list(projectId, { sort, ids: body.data.ids.join(',') })
    expect(page.body.data.map(({ id }: Item) => id)).toEqual(body.data.ids)
    expect(body.data).toMatchObject({ is_complete: true, ids: { length: 4 } })
  })

  // One of each kind of value with each change: a time, a text, and a number that may lack.
  const sorts = ['newest', 'name', 'longest', 'oldest', 'name_reversed']
  const more = ['shortest', 'largest', 'smallest']
  test.each([...sorts, ...more].slice(0, perChange(3, 8)))(
    'pages of %s hold each recording that stays once, while others come and go',
    async (sort) => {
      const project = await givenProject(app)
      const named = Array.from({ length: 23 }, (_, index): [string, Facts] => [
        `take ${(index * 7) % 23}.wav`,
        // Many of one value, so that ids decide too.
        { size_bytes: index % 3, ...(index % 4 > 0 && { duration_seconds: index % 4 }) },
      ])
      const ids = await givenNamed(project.id, Object.fromEntries(named))
      const leaving = new Set([ids[3], ids[11], ids[19]])
      const seen = await readAll(project.id, { sort, limit: '4' }, async (page) => {
        await givenNamed(project.id, { [`take ${page * 5}b.wav`]: { size_bytes: page % 3 } })
        const gone = [...leaving][page]
        if (gone) await app.call('DELETE', `/v1/projects/${project.id}/content/${gone}`)
      })
      const shown = seen.map(({ id }) => id)
      expect(new Set(shown).size).toBe(shown.length)
      expect(ids.filter((id) => !leaving.has(id) && !shown.includes(id))).toEqual([])
    },
  )
})

describe('what is looked for by name', () => {
  let named: { id: string }
  beforeAll(async () => {
    named = await givenProject(app)
    await givenNamed(named.id, { ...files, '100 %_a\\b.wav': {} })
  })

  test.each([
    ['arger', ['Ärger.wav']],
    ['ÄRGER', ['Ärger.wav']],
    ['A\u0308rger', ['Ärger.wav']],
    ['call', ['call 9.wav', 'Call 10.wav']],
    ['10.W', ['Call 10.wav']],
    ['%', ['100 %_a\\b.wav']],
    ['_a\\b', ['100 %_a\\b.wav']],
    ['', ['100 %_a\\b.wav', 'zebra.wav', 'Ärger.wav', 'call 9.wav', 'Call 10.wav']],
    ["'; drop table content; --", []],
    ['\u{1F600}', []],
  ])('%j finds %j', async (q, names) => {
    expect(namesOf(await list(named.id, { q }))).toEqual(names)
    const path = `/v1/projects/${named.id}/content/ids?${new URLSearchParams({ q })}`
    expect((await app.call('GET', path)).body.data.ids).toHaveLength(names.length)
  })

  test('it narrows together with state and sort, and a page goes on in all three', async () => {
    const project = await givenProject(app)
    await givenNamed(project.id, { ...files, 'Anger 2.wav': { status: 'failed' } })
    const query = { q: 'ger', status: 'failed', sort: 'name_reversed', limit: '1' }
    const names = (await readAll(project.id, query)).map(({ filename }) => filename)
    expect(names).toEqual(['Ärger.wav', 'Anger 2.wav'])
  })
})

describe('what is refused', () => {
  const hundredAndOne = Array.from({ length: 101 }, () => 'a').join(',')
  test.each([
    ['an unknown order', { sort: 'random' }, 'sort'],
    ['an order that is more', { sort: 'name; drop table content' }, 'sort'],
    ['an empty order', { sort: '' }, 'sort'],
    ['a long text', { q: 'x'.repeat(201) }, 'q'],
    ['too many ids', { ids: hundredAndOne }, 'ids'],
    ['a long id', { ids: 'x'.repeat(10_001) }, 'ids'],
    ['a made-up cursor', { sort: 'name', cursor: 'bm90aGluZw.c2VhbA' }, 'cursor'],
    ['an empty cursor', { sort: 'name', cursor: '.' }, 'cursor'],
  ])('%s', async (_what, query: Record<string, string>, field) => {
    const project = await givenProject(app)
    const { status, body } = await list(project.id, query)
    expect([status, body.error.details[0].field]).toEqual([400, field])
  })

  test('a cursor of another order, filter, project or a changed one', async () => {
    const [project, other] = [await givenProject(app), await givenProject(app)]
    await givenNamed(project.id, files)
    const { body } = await list(project.id, { sort: 'name', limit: '1' })
    const cursor: string = body.pagination.next_cursor
    const [text = '', seal = ''] = cursor.split('.')
    const forged = Buffer.from(JSON.stringify(["x'); --", ''])).toString('base64url')
    for (const answer of [
      await list(project.id, { cursor }),
      await list(project.id, { sort: 'name_reversed', cursor }),
      await list(project.id, { sort: 'largest', cursor }),
      await list(project.id, { sort: 'name', q: 'a', cursor }),
      await list(other.id, { sort: 'name', cursor }),
      await list(project.id, { sort: 'name', cursor: `${forged}.${seal}` }),
      await list(project.id, { sort: 'name', cursor: `${text}.${seal}.${seal}` }),
    ]) {
      expect([answer.status, answer.body.error.details[0].field]).toEqual([400, 'cursor'])
    }
  })

  test('text that no database takes is answered, not broken by', async () => {
    const project = await givenProject(app)
    for (const part of ['q=%00', 'q=%ED%A0%80', 'ids=%00', 'ids=,,', 'q=a&q=b']) {
      const { status } = await app.call('GET', `/v1/projects/${project.id}/content?${part}`)
      expect([part, status < 500]).toEqual([part, true])
    }
  })
})

describe('recordings of all projects', () => {
  test('are listed over projects, narrowed, sorted and paged alike', async () => {
    const [one, two] = [await givenProject(app), await givenProject(app)]
    await givenNamed(one.id, { 'everywhere 2.wav': { status: 'processing' } })
    await givenNamed(two.id, { 'everywhere 1.wav': { status: 'processing' }, 'everywhere 3': {} })
    const path = '/v1/content?q=everywhere&sort=name'
    const answer = await app.call('GET', path)
    expect(namesOf(answer)).toEqual(['everywhere 1.wav', 'everywhere 2.wav', 'everywhere 3'])
    const busy = await app.call('GET', `${path}&status=processing&limit=1`)
    expect(namesOf(busy)).toEqual(['everywhere 1.wav'])
    const next = `${path}&status=processing&limit=1&cursor=${busy.body.pagination.next_cursor}`
    expect(namesOf(await app.call('GET', next))).toEqual(['everywhere 2.wav'])
  })

  test('a restricted key sees those of its projects, and uses no cursor of another key', async () => {
    const [own, other] = [await givenProject(app), await givenProject(app)]
    await givenUpload(app, own.id, { filename: 'own.wav' })
    await givenUpload(app, other.id, { filename: 'other.wav' })
    const key = await givenKey(app, { scopes: ['read'], project_ids: [own.id] })
    expect(namesOf(await app.call('GET', '/v1/content', { key }))).toEqual(['own.wav'])
    const full = await app.call('GET', '/v1/content?limit=1')
    const cursor = full.body.pagination.next_cursor
    const stolen = await app.call('GET', `/v1/content?limit=1&cursor=${cursor}`, { key })
    expect(stolen.status).toBe(400)
  })
})

/** All pages from the first to the last; `between` is told how many were read. */
async function readAll(
  projectId: string,
  query: Record<string, string>,
  between: (page: number) => Promise<void> = async () => {},
): Promise<Item[]> {
  const items: Item[] = []
  let place: Record<string, string> = {}
  for (let page = 0; ; page += 1) {
    const { body } = await list(projectId, { ...query, ...place })
    items.push(...body.data)
    if (!body.pagination.has_more) return items
    place = { cursor: body.pagination.next_cursor }
    await between(page)
  }
}
