// Two organizations in one installation: neither reaches, changes or is told anything of the other.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../service/core/ids.ts'
import { startOfStream } from '../../../service/features/events/schema.ts'
import { connectAssistant, callTool } from '../../support/assistant.ts'
import { openStream } from '../../support/event-stream.ts'
import { bundleOfRecording } from '../../support/bundles.ts'
import { givenProject, givenRecording, givenUpload } from '../../support/factory.ts'
import { givenOrganization, ownersOf } from '../../support/organizations.ts'
import { fetchChecked } from '../../support/own-document.ts'
import { liveWav } from '../../support/sound.ts'
import { makeBody, openStage, queries, takeSnapshot, type Stage } from './authorization-stage.ts'
import { table } from './authorization-table.ts'
import { fields, operations, type Operation } from './operations.ts'
import { fill, findUnmarked, kinds, type Ids, type Side } from './tenancy-sides.ts'

/** What it names of the installation, of what is named already, or by a signature. */
const ofNobody = [
  ...['backupId', 'orphanId', 'libraryId', 'serverId', 'folderId', 'modelId'],
  ...['recorder', 'version', 'token'],
]

let main: Stage
let operator: Side
let guest: Side
beforeAll(async () => {
  main = await openStage()
  const { data } = (await main.app.call('GET', '/v1/org')).body
  operator = await fill(main, { organizationId: data.id, mark: 'operatormark' })
  const other = await givenOrganization(main.app)
  const { id: projectId } = await givenProject(other.app)
  const sourceId = await givenRecording(other.app, projectId)
  const { organizationId } = other
  const stage = { ...main, app: other.app, projectId, sourceId }
  guest = await fill(stage, { organizationId, mark: 'guestmark' })
})
afterAll(() => main.stop())

test('every row says whose it is', async () => {
  expect(await findUnmarked(main, [operator.mark, guest.mark])).toEqual([])
})

const isOpen = ({ id }: Operation) => table[id]?.scope === 'open'
const namesIds = ({ path }: Operation) => kinds.some((kind) => path.includes(`{${kind}}`))
const fillPath = (path: string, ids: Record<string, string>) =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '1')

const hasBody = ({ id }: Operation) =>
  table[id]?.body !== undefined || ['createInvitation', 'putNotesFolder'].includes(id)

/** What is in the bin has ids of its own. */
function* pathsOf({ id, path }: Operation, ids: Ids): Generator<string> {
  yield fillPath(path, ids)
  if (!/trash|restore/i.test(id)) return
  const { trashedProjectId: projectId = '', trashedPromptId: promptId = '' } = ids
  yield fillPath(path, { ...ids, projectId, promptId, itemId: projectId })
  yield fillPath(path, { ...ids, itemId: promptId })
}

async function send({ stage }: Side, operation: Operation, url: string, ids?: Side) {
  const extra = await makeBody((ids ?? { stage }).stage, operation, url)
  const body = hasBody(operation) ? { ...table[operation.id]?.body, ...extra } : undefined
  return stage.app.call(operation.method, url, body === undefined ? {} : { body })
}

/** Whatever an answer names is the caller's own, and it says no word of the other organization. */
async function expectOwn({ stage, organizationId, mark }: Side, answer: unknown): Promise<void> {
  const text = JSON.stringify(answer)
  for (const side of [operator, guest])
    if (side.mark !== mark) expect(text).not.toContain(side.mark)
  const owners = await ownersOf(stage.app, text)
  expect([...new Set(owners.values())].filter((owner) => owner !== organizationId)).toEqual([])
}

const sides = [
  { who: 'a guest', caller: () => guest, other: () => operator },
  { who: 'the operator', caller: () => operator, other: () => guest },
]

describe.each(sides)('$who', ({ caller, other }) => {
  test('finds nothing by the ids of the other organization, and changes nothing', async () => {
    const before = await takeSnapshot(main)
    const found: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const operation of operations.filter((one) => namesIds(one) && !isOpen(one))) {
      for (const url of pathsOf(operation, other().ids)) {
        const name = `${operation.id} ${url}`
        const { status, body } = await send(caller(), operation, url, other())
        found[name] = [status, body.error?.code]
        const isRefused = caller() === guest && isOperators(operation.id)
        expected[name] = isRefused ? [403, 'insufficient_permissions'] : [404, 'not_found']
        // The one that is told an id: whatever has it, nothing comes under it.
        if (operation.id === 'putBundle') expected[name] = [409, 'id_taken']
      }
    }
    expect(found).toEqual(expected)
    expect(await takeSnapshot(main)).toEqual(before)
  })

  test('pages on from no place of the other organization', async () => {
    let count = 0
    for (const operation of operations.filter((one) => one.method === 'GET' && isListing(one))) {
      const url = `${operation.path}${queries[operation.id] ?? ''}`
      const page = `${url}${url.includes('?') ? '&' : '?'}limit=1`
      const cursor = (await other().stage.app.call('GET', page)).body.pagination?.next_cursor
      // The models are everybody's.
      if (!cursor || operation.id === 'listModels') continue
      count += 1
      const answer = await caller().stage.app.call('GET', `${page}&cursor=${cursor}`)
      expect([operation.id, answer.status]).toEqual([operation.id, 400])
    }
    expect(count).toBeGreaterThan(5)
  })

  test.each(Object.entries(namedBy))('is refused: %s', async (field, makeRequest) => {
    const { method, url, body, form, outcome } = makeRequest(caller().ids, other().ids)
    const { app } = caller().stage
    const response = await fetchChecked(new URL(url, app.baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${app.sessionToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(field.startsWith('hear') && { 'content-type': 'audio/wav' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form !== undefined && { body: form }),
    })
    const answer = await response.json()
    await expectOwn(caller(), answer.data ?? '')
    const found = answer.data?.overviews ?? answer.data
    if (outcome === 'nothing') expect([response.status, found]).toEqual([200, []])
    else expect([response.status, answer.error.code]).toEqual([...outcome])
  })

  test('lists and makes what is its own', async () => {
    const theirs = ['/v1/org', '/v1/trash', '/v1/notices', '/v1/members', '/v1/prompts']
    const read = async () =>
      Promise.all(theirs.map(async (url) => (await other().stage.app.call('GET', url)).body.data))
    const before = await read()
    for (const operation of operations.filter(isListing)) {
      const url = `${operation.path}${queries[operation.id] ?? ''}`
      const answer = await send(caller(), operation, url)
      expect([operation.id, answer.status]).toEqual([operation.id, table[operation.id]?.ok])
      await expectOwn(caller(), answer.body)
    }
    expect(await read()).toEqual(before)
  })

  test('streams its own events', async () => {
    const [own, foreign] = [caller(), other()]
    const key = own.stage.app.sessionToken
    const stream = await openStream(main.app, `?last_event_id=${startOfStream}`, { key })
    await givenUpload(foreign.stage.app, foreign.stage.projectId)
    const last = await givenUpload(own.stage.app, own.stage.projectId)
    await stream.until(() => stream.events.some(({ data }) => data.includes(last)))
    await expectOwn(own, stream.events)
    stream.close()
    const query = `?project_id=${foreign.stage.projectId}&last_event_id=${startOfStream}`
    const ofProject = await openStream(main.app, query, { key })
    main.app.clock.advance(60_000)
    await ofProject.until(() => ofProject.comments.length > 0)
    expect(ofProject.events).toEqual([])
    ofProject.close()
  })

  test.each(['eventId', 'removedEventId'])('goes on from no %s of the other one', async (kind) => {
    const [own, foreign] = [caller(), other()]
    const key = own.stage.app.sessionToken
    await givenUpload(own.stage.app, own.stage.projectId)
    const lastId = foreign.ids[kind] ?? ''
    for (const headers of [{}, { 'last-event-id': lastId }]) {
      const query = `?last_event_id=${'last-event-id' in headers ? startOfStream : lastId}`
      const stream = await openStream(main.app, query, { key, headers })
      await stream.received(2)
      const [first, ...next] = stream.events
      // As of an id that nobody ever had: from the start, after a word that says so.
      expect([first?.event, JSON.parse(first?.data ?? '')]).toEqual([
        'stream.reset',
        { last_event_id: lastId, reason: 'not_kept' },
      ])
      await expectOwn(own, next)
      stream.close()
    }
  })

  test('gets nothing of the other organization for an assistant', async () => {
    const key = caller().stage.app.sessionToken
    const assistant = await connectAssistant(main.app, { key })
    const { tools } = await assistant.listTools()
    expect(tools.map(({ name }) => name)).toContain('get_transcript')
    const recording = other().ids['contentId']
    const refused = await callTool(assistant, 'get_transcript', { recording })
    expect(refused).toMatchObject({ isError: true })
    await expectOwn(caller(), await callTool(assistant, 'list_projects'))
    await assistant.close()
  })
})

const isOperators = (id: string): boolean =>
  table[id]?.concerns !== undefined || table[id]?.onlyHere === true

const isListing = (operation: Operation): boolean =>
  !namesIds(operation) &&
  !isOpen(operation) &&
  !isOperators(operation.id) &&
  !operation.path.includes('{') &&
  !['streamEvents', 'createTranscription', 'createTranslation', 'changeOrganization'].includes(
    operation.id,
  )

test('what concerns the whole installation is for its operator alone', async () => {
  for (const operation of operations.filter(({ id }) => isOperators(id))) {
    const url = fillPath(operation.path, guest.ids)
    const { status, body } = await send(guest, operation, url)
    const answer = [operation.id, status, body.error?.code]
    expect(answer).toEqual([operation.id, 403, 'insufficient_permissions'])
  }
})

type Request = {
  method: string
  url: string
  body?: object
  form?: FormData | Blob
  /** What comes of it: a list without anything, or this refusal. */
  outcome: 'nothing' | readonly [status: number, code: string]
}
const invalid = [400, 'validation_error'] as const
const missing = [404, 'not_found'] as const

const speech = (projectId = '') => {
  const form = new FormData()
  form.append('file', new Blob([liveWav(1)]), 'call.wav')
  form.append('project_id', projectId)
  return form
}
const hook = { url: 'https://93.184.215.14/', events: ['webhook.test'] }
const project = ({ projectId }: Ids) => `/v1/projects/${projectId}`
const content = (ids: Ids) => `${project(ids)}/content/${ids['contentId']}`

/** Every field that can name something: a request of our own with what the other organization has. */
const namedBy: Readonly<Record<string, (own: Ids, their: Ids) => Request>> = {
  'updateOrganization settings.default_prompt_id': (_own, { promptId }) => {
    const body = { settings: { default_prompt_id: promptId } }
    return { method: 'PATCH', url: '/v1/org', body, outcome: invalid }
  },
  'updateOrganization settings.language_model': (_own, { model }) => {
    const body = { settings: { language_model: model } }
    return { method: 'PATCH', url: '/v1/org', body, outcome: invalid }
  },
  'recordModelFigures model': (_own, { model }) => {
    const body = { ...table['recordModelFigures']?.body, model }
    return { method: 'POST', url: '/v1/model-figures', body, outcome: invalid }
  },
  'analyzeContent model': (own, { model }) => ({
    ...{ method: 'POST', url: `${content(own)}/analyze`, body: { model }, outcome: invalid },
  }),
  'createApiKey project_ids': (_own, { projectId }) => {
    const body = { name: 'x', project_ids: [projectId] }
    return { method: 'POST', url: '/v1/api-keys', body, outcome: invalid }
  },
  'createProject settings.default_prompt_id': (_own, { promptId }) => {
    const body = { name: 'x', settings: { default_prompt_id: promptId } }
    return { method: 'POST', url: '/v1/projects', body, outcome: invalid }
  },
  'updateProject settings.default_prompt_id': (own, { promptId }) => {
    const body = { settings: { default_prompt_id: promptId } }
    return { method: 'PATCH', url: project(own), body, outcome: invalid }
  },
  'listContent ids': (own, { contentId }) => ({
    ...{ method: 'GET', url: `${project(own)}/content?ids=${contentId}`, outcome: 'nothing' },
  }),
  'listAllContent ids': (_own, { contentId }) => ({
    ...{ method: 'GET', url: `/v1/content?ids=${contentId}`, outcome: 'nothing' },
  }),
  'listOverviews ids': (_own, { contentId }) => ({
    ...{ method: 'GET', url: `/v1/content/overviews?ids=${contentId}`, outcome: 'nothing' },
  }),
  'updateContent project_id': (own, { projectId }) => {
    const body = { project_id: projectId }
    return { method: 'PATCH', url: content(own), body, outcome: invalid }
  },
  'listActions content_id': (own, { contentId }) => {
    const url = `${project(own)}/actions?content_id=${contentId}`
    return { method: 'GET', url, outcome: 'nothing' }
  },
  'listAllActions content_id': (_own, { contentId }) => ({
    ...{ method: 'GET', url: `/v1/actions?content_id=${contentId}`, outcome: 'nothing' },
  }),
  'searchContent project_id': (_own, { projectId }) => ({
    ...{ method: 'GET', url: `/v1/search?q=contract&project_id=${projectId}`, outcome: missing },
  }),
  'listSearchSpeakers project_id': (_own, { projectId }) => ({
    ...{ method: 'GET', url: `/v1/search/speakers?project_id=${projectId}`, outcome: missing },
  }),
  'askLibrary project_id': (_own, { projectId }) => {
    const body = { question: 'Who sends the contract?', project_id: projectId }
    return { method: 'POST', url: '/v1/ask', body, outcome: missing }
  },
  'askLibrary content_id': (_own, { contentId }) => {
    const body = { question: 'Who sends the contract?', content_id: contentId }
    return { method: 'POST', url: '/v1/ask', body, outcome: missing }
  },
  'askQuestion content_id': (own, { contentId }) => {
    const body = { question: 'Who sends the contract?', content_id: contentId }
    return { method: 'POST', url: `${project(own)}/ask`, body, outcome: missing }
  },
  'putRecordingEvent event_id': (own, { calendarEventId }) => {
    const body = { event_id: calendarEventId }
    return { method: 'PUT', url: `${content(own)}/event`, body, outcome: invalid }
  },
  'createWebhook project_ids': (_own, { projectId }) => {
    const body = { ...hook, project_ids: [projectId] }
    return { method: 'POST', url: '/v1/webhooks', body, outcome: invalid }
  },
  'updateWebhook project_ids': ({ webhookId }, { projectId }) => {
    const body = { project_ids: [projectId] }
    return { method: 'PATCH', url: `/v1/webhooks/${webhookId}`, body, outcome: invalid }
  },
  'hearLiveWords project_id': (_own, { projectId }) => {
    const url = `/v1/live/meeting-1?project_id=${projectId}`
    return { method: 'POST', url, form: new Blob([liveWav(1)]), outcome: missing }
  },
  'createTranscription project_id': (_own, { projectId }) => {
    const form = speech(projectId)
    return { method: 'POST', url: '/v1/audio/transcriptions', form, outcome: missing }
  },
  'createTranslation project_id': (_own, { projectId }) => {
    const form = speech(projectId)
    return { method: 'POST', url: '/v1/audio/translations', form, outcome: missing }
  },
  'analyzeContent prompt_id': (own, { promptId }) => {
    const body = { prompt_id: promptId }
    return { method: 'POST', url: `${content(own)}/analyze`, body, outcome: invalid }
  },
  'replayEvent webhook_id': ({ eventId }, { webhookId }) => {
    const body = { webhook_id: webhookId }
    return { method: 'POST', url: `/v1/events/${eventId}/replay`, body, outcome: invalid }
  },
  'putBundle project_id': (_own, { projectId }) => {
    const body = { ...bundleOfRecording(), project_id: projectId }
    return { method: 'PUT', url: `/v1/bundles/${newId('cont')}`, body, outcome: invalid }
  },
  'listEvents project_id': (_own, { projectId }) => ({
    ...{ method: 'GET', url: `/v1/events?project_id=${projectId}`, outcome: 'nothing' },
  }),
}

/** Fields that look as if they named something of an organization, and do not; or that a test above sends. */
const others = [
  / cursor$/, // pages on from no place
  /^streamEvents /, // streams its own events, and goes on from no event of the other
  /speech_model$/, // of the catalogue, which is everybody's
  /^create(?:Transcription|Translation) model$/,
  /^(?:updateSegment|splitSegment|splitSpeaker|mergeSpeakers) /, // within the recording
  /^(?:list|add)WatchedFolders? /, // for the operator
  /^changeOrganization /, // for sessions: features/sign-in/organizations.test.ts
]

test('every operation was tried, and every name in its path', () => {
  const names = operations.flatMap(({ path }) => [...path.matchAll(/\{(\w+)\}/g)])
  const unknown = names.map(([, name = '']) => name)
  expect(unknown.filter((name) => ![...kinds, ...ofNobody].includes(name))).toEqual([])
  const left = operations.filter(
    (one) => !namesIds(one) && !isListing(one) && !isOperators(one.id) && !isOpen(one),
  )
  // Sent by the tests of fields, of the stream and of sessions; the models of the catalogue are everybody's.
  expect(left.map(({ id }) => id).toSorted()).toEqual([
    ...[
      'changeOrganization',
      'createTranscription',
      'createTranslation',
      'getModel',
      'hearLiveWords',
      'streamEvents',
    ],
  ])
})

test('every field that can name something of another organization was tried', () => {
  const naming = fields.filter(
    (field) => /[ ._](?:ids?|into|cursor|model)$/.test(field) || /_ids?$/.test(field),
  )
  const tried = naming.filter((field) => !others.some((one) => one.test(field)))
  expect(tried.toSorted()).toEqual(Object.keys(namedBy).toSorted())
})
