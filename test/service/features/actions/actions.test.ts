import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { day } from '../../../../service/core/time.ts'
import { queueUnread } from '../../../../service/features/actions/actions.ts'
import type { Answer } from '../../../support/app.ts'
import { givenKey, givenProject } from '../../../support/factory.ts'
import { openStage, type Stage } from '../insights/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.app.stop())
beforeEach(() => stage.renew())

type Item = { id: string; text: string; owner: string | null; content_id: string }

const expectError = ({ status, body }: Answer, wanted: number, code: string) =>
  expect([status, body.error?.code]).toEqual([wanted, code])
const place = () => `/v1/projects/${stage.projectId}/actions`
const list = async (query = ''): Promise<Item[]> =>
  (await stage.app.call('GET', `${place()}${query}`)).body.data
const texts = async (query = '') => (await list(query)).map(({ text }) => text)
const tick = (id: string, is_done = true, key?: string) =>
  stage.app.call('PATCH', `${place()}/${id}`, { body: { is_done }, ...(key && { key }) })
const call = (...action_items: unknown[]) =>
  stage.givenCall({ results: { Sales: { action_items } } })
const again = (contentId: string, ...action_items: unknown[]) =>
  stage.analyzeAgain(contentId, 'Sales', { result: { action_items } })

it('the items of all recordings are listed, newest first, with who, when and where', async () => {
  const first = await stage.givenCall({
    said: 'Good morning.\nI will send the contract on Friday.',
    results: {
      Sales: { action_items: [{ task: 'Send the contract', owner: 'Ada', due: 'Friday' }] },
    },
    evidence: { '/action_items/0/task': [1] },
  })
  stage.app.clock.advance(1_000)
  await call('Call Mary', 'Book a room')
  const { status, body } = await stage.app.call('GET', place())
  expect(status).toBe(200)
  expect(body.data.map(({ text }: Item) => text)).toEqual([
    'Call Mary',
    'Book a room',
    'Send the contract',
  ])
  expect(body.data[2]).toEqual({
    id: expect.stringMatching(/^act_/),
    project_id: stage.projectId,
    content_id: first,
    filename: expect.stringMatching(/^call-\d+\.wav$/),
    title: expect.stringMatching(/^call-\d+$/),
    text: 'Send the contract',
    owner: 'Ada',
    due: 'Friday',
    due_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    is_done: false,
    is_overdue: false,
    done_at: null,
    quotes: [
      {
        segment_id: expect.stringMatching(/^seg_/),
        start: 5,
        end: expect.any(Number),
        speaker: 'Speaker 1',
        text: 'I will send the contract on Friday.',
      },
    ],
    created_at: expect.any(String),
  })
})

it('the owners are those of all items, each once, as far as they are listed', async () => {
  const owners = async () =>
    (await stage.app.call('GET', `${place()}/owners`)).body.data.owners as string[]
  const task = (what: string, owner: string) => ({ task: what, owner })
  const id = await call(task('Send the contract', 'Paul'), task('Call', 'ada'), task('Book', 'Ada'))
  await call('Nobody’s')
  expect((await owners()).map((name) => name.toLowerCase())).toEqual(['ada', 'paul'])
  await again(id, task('Call', 'Ada'))
  expect(await owners()).toEqual(['Ada'])
})

it('one is ticked off and opened again; ticking twice keeps the first time', async () => {
  await call('Send the contract')
  const [item] = await list()
  const done = (await tick(item?.id ?? '')).body.data
  expect(done).toMatchObject({ is_done: true, done_at: expect.any(String) })
  stage.app.clock.advance(1_000)
  expect((await tick(item?.id ?? '')).body.data).toEqual(done)
  expect(await list()).toEqual([done])
  expect((await tick(item?.id ?? '', false)).body.data).toEqual({
    ...done,
    is_done: false,
    done_at: null,
  })
})

it('a day is counted from when the recording took place, also once that is corrected', async () => {
  const { app, projectId } = stage
  const id = await call({ task: 'Send the contract', due: 'tomorrow' }, 'Pay by 2030-01-02')
  const recording = `/v1/projects/${projectId}/content/${id}`
  const days = async () => (await app.call('GET', place())).body.data.map(dayOf)
  const dayOf = ({ due_on: on }: { due_on: string | null }) => on
  const [tomorrow] = await days()
  const when = async (recorded_at: string | null) => {
    await app.call('PATCH', recording, { body: { recorded_at } })
    return days()
  }
  expect(await when('2026-03-31T15:00:00Z')).toEqual(['2026-04-01', '2030-01-02'])
  await again(id, { task: 'Send the contract', due: 'tomorrow' })
  expect(await days()).toEqual(['2026-04-01'])
  expect(await when(null)).toEqual([tomorrow])
})

it('they are filtered by state and by person', async () => {
  await call(
    { task: 'Send the contract', owner: 'Ada', due: 'tomorrow' },
    { task: 'Call Mary', owner: 'Paul' },
    { task: 'Book a room', owner: 'ada' },
  )
  expect(await texts('?state=overdue')).toEqual([])
  stage.app.clock.advance(2 * day)
  expect(await texts('?state=overdue')).toEqual(['Send the contract'])
  expect(await list('?state=overdue')).toMatchObject([{ is_overdue: true }])
  expect(await texts('?owner=ADA')).toEqual(['Send the contract', 'Book a room'])
  const [first] = await list()
  await tick(first?.id ?? '')
  expect(await texts('?state=open')).toEqual(['Call Mary', 'Book a room'])
  expect(await texts('?state=done')).toEqual(['Send the contract'])
  expect(await texts('?state=overdue')).toEqual([])
  expect(await texts('?state=open&owner=Ada')).toEqual(['Book a room'])
  expectError(await stage.app.call('GET', `${place()}?state=late`), 400, 'validation_error')
})

it('those of all projects are one list, of which a key sees its projects’', async () => {
  const { app, projectId } = stage
  await call('Send the contract')
  const other = await givenProject(app, { name: 'Elsewhere' })
  const all = async (key?: string): Promise<Item[]> =>
    (await app.call('GET', '/v1/actions?state=open', key ? { key } : {})).body.data
  const [first, ...rest] = await all()
  expect(first).toMatchObject({ text: 'Send the contract', project_id: projectId })
  // Other tests were here, in projects of their own.
  expect(rest).not.toEqual([])
  const keyOf = (id: string) => givenKey(app, { scopes: ['read'], project_ids: [id] })
  expect(await all(await keyOf(projectId))).toEqual([first])
  expect(await all(await keyOf(other.id))).toEqual([])
})

it('the soonest day comes first where that is asked for, over several pages', async () => {
  await call(
    { task: 'No day' },
    { task: 'In three weeks', due: 'in 3 weeks' },
    { task: 'Today', due: 'today' },
    { task: 'Tomorrow', due: 'tomorrow' },
    { task: 'No day either' },
  )
  const found: string[] = []
  let cursor = ''
  for (let pages = 0; pages < 3; pages += 1) {
    const { body } = await stage.app.call('GET', `${place()}?sort=due&limit=2${cursor}`)
    found.push(...body.data.map(({ text }: Item) => text))
    cursor = `&cursor=${body.pagination.next_cursor}`
  }
  expect(found).toEqual(['Today', 'Tomorrow', 'In three weeks', 'No day', 'No day either'])
})

it('the list comes in pages, whose cursor is for this list only', async () => {
  await call('One', 'Two', 'Three')
  const page = (await stage.app.call('GET', `${place()}?limit=2`)).body
  expect(page.pagination).toMatchObject({ has_more: true })
  const cursor = `cursor=${page.pagination.next_cursor}`
  const rest = (await stage.app.call('GET', `${place()}?limit=2&${cursor}`)).body
  expect([...page.data, ...rest.data].map(({ text }: Item) => text)).toEqual([
    'One',
    'Two',
    'Three',
  ])
  expect(rest.pagination).toEqual({ has_more: false, next_cursor: null })
  expectError(
    await stage.app.call('GET', `${place()}?state=open&${cursor}`),
    400,
    'validation_error',
  )
})

it('a later analysis finds an item as it was ticked, whoever it names', async () => {
  const id = await call({ task: 'Send the contract', owner: null }, 'Call Mary')
  const [item] = await list()
  await tick(item?.id ?? '')
  stage.app.clock.advance(1_000)
  await again(id, 'Book a room', { task: 'send the contract.', owner: 'Ada' })
  expect(await texts()).toEqual(['Book a room', 'send the contract.'])
  expect(await list('?state=done')).toMatchObject([{ id: item?.id, owner: 'Ada', is_done: true }])
  // Gone from one analysis and back in the next, it still is done.
  await again(id, 'Book a room')
  expect(await texts('?state=done')).toEqual([])
  expectError(await tick(item?.id ?? ''), 404, 'not_found')
  await again(id, 'Send the contract')
  expect(await list('?state=done')).toMatchObject([{ id: item?.id }])
})

it('the same words in two prompts are one item, for two people two', async () => {
  await stage.givenCall({
    results: {
      Sales: { action_items: ['Send the slides'] },
      Team: {
        todos: [
          { task: 'Send the slides.', owner: 'Ada' },
          { task: 'Send the slides.', owner: 'Paul' },
        ],
      },
    },
  })
  const owners = (await list()).map(({ owner }) => owner)
  expect(owners.toSorted()).toEqual(['Ada', 'Paul'])
})

it('it goes with its recording and with its project', async () => {
  const id = await call('Send the contract')
  const [item] = await list()
  await stage.app.call('DELETE', `/v1/projects/${stage.projectId}/content/${id}`)
  expect(await list()).toEqual([])
  expectError(await tick(item?.id ?? ''), 404, 'not_found')
  await call('Call Mary')
  await stage.app.call('DELETE', `/v1/projects/${stage.projectId}`)
  expectError(await stage.app.call('GET', place()), 404, 'not_found')
  const left = await stage.app.deps.db.sql
    .selectFrom('action_items')
    .select('text')
    .where('project_id', '=', stage.projectId)
    .execute()
  expect(left).toEqual([])
})

it('another project does not have it, and a key of another project may not see it', async () => {
  await call('Send the contract')
  const [item] = await list()
  const other = await givenProject(stage.app)
  const elsewhere = `/v1/projects/${other.id}/actions/${item?.id}`
  const body = { is_done: true }
  expectError(await stage.app.call('PATCH', elsewhere, { body }), 404, 'not_found')
  const key = await givenKey(stage.app, { project_ids: [other.id] })
  expectError(await stage.app.call('GET', place(), { key }), 403, 'project_access_denied')
  expectError(await tick(item?.id ?? '', true, key), 403, 'project_access_denied')
  const reader = await givenKey(stage.app, { scopes: ['read'] })
  expectError(await tick(item?.id ?? '', true, reader), 403, 'insufficient_permissions')
  expect(await list()).toMatchObject([{ is_done: false }])
})

it('what was analysed before there were items is read after a start', async () => {
  const contentId = await call('Send the contract')
  const { db } = stage.app.deps
  await db.sql.deleteFrom('action_items').execute()
  await db.sql.insertInto('unread_actions').values({ content_id: contentId }).execute()
  await db.transaction((tx) => queueUnread(stage.app.deps, tx))
  await stage.app.idle()
  expect(await texts()).toEqual(['Send the contract'])
  expect(await db.sql.selectFrom('unread_actions').selectAll().execute()).toEqual([])
})
