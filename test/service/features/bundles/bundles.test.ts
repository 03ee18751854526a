import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../../service/core/ids.ts'
import { tablesOf, transcripts } from '../../../../service/features/bundles/tables.ts'
import { writerOfTasks } from '../../../support/actions.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { bundleFrom, bundleOfRecording, put, type SentBundle } from '../../../support/bundles.ts'
import { scriptedTranscriber } from '../../../support/engine.ts'
import { givenProject, givenRecording } from '../../../support/factory.ts'
import { givenOrganization, type OtherOrganization } from '../../../support/organizations.ts'
import { twoPeople } from '../../../support/voices.ts'

let app: TestApp
let other: OtherOrganization
let projectId: string
let recordingId: string
beforeAll(async () => {
  app = await startTestApp({
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: writerOfTasks(),
    env: { EARSHOT_RATE_LIMIT_FACTOR: '100' },
  })
  other = await givenOrganization(app)
  const settings = { voice_memory: true, auto_analyze: true }
  projectId = (await givenProject(app, { settings })).id
  recordingId = await givenRecording(app, projectId)
  const speaker = `/v1/projects/${projectId}/content/${recordingId}/transcript/speakers/speaker_1`
  await app.call('PATCH', speaker, { body: { name: 'Mary' } })
})
afterAll(() => app.stop())

const codeOf = ({ status, body }: Awaited<ReturnType<typeof put>>) => [
  status,
  body.error?.code ?? body.data.state,
]
const rowsOf = ({ tables }: SentBundle, name: string) =>
  tables.find((table) => table.name === name)?.rows ?? []
const countAll = async () => {
  const counts: unknown[] = []
  for (const { name } of [...Object.values(tablesOf).flat(), transcripts]) {
    const { rows } = await sql`SELECT count(*) FROM ${sql.table(name)}`.execute(app.deps.db.sql)
    counts.push(rows)
  }
  return counts
}

test('each column of what belongs to a bundle goes along, or stays on purpose', async () => {
  const staying: Record<string, string[]> = {
    prompts: ['id', 'organization_id', 'type'],
    prompt_versions: ['edited_by', 'prompt_id'],
    // A model of the machine; kept by triggers; the bin.
    projects: ['content_count', 'id', 'is_bin', 'organization_id', 'speech_model'],
    voices: ['project_id'],
    // The sources of insights are read anew.
    insights: ['project_id', 'recordings_read'],
    content: [
      // Beside the rows, or found by the service that takes it.
      ...['id', 'is_announced', 'media_checked_at', 'media_state', 'progress', 'project_id'],
      ...['remaining_seconds', 'sha256', 'speech_model', 'stage', 'trashed_from'],
    ],
    transcripts: ['content_id', 'edited_by'],
    analysis_runs: ['content_id', 'is_trial', 'progress', 'project_id'],
    action_items: ['content_id', 'project_id'],
    content_notes: ['content_id'],
    speaker_voices: ['content_id'],
    waveforms: ['content_id'],
  }
  const found: Record<string, string[]> = {}
  for (const { name, columns } of [...Object.values(tablesOf).flat(), transcripts]) {
    const { rows } = await sql<{ column: string }>`
      SELECT attname AS column FROM pg_attribute
      WHERE attrelid = ${`public.${name}`}::regclass AND attnum > 0 AND NOT attisdropped
        AND attgenerated = ''`.execute(app.deps.db.sql)
    found[name] = rows.map(({ column }) => column).filter((column) => !columns.includes(column))
    found[name].sort()
  }
  expect(found).toEqual(staying)
})

test('a recording waits for its transcripts and its file, and is then there as it was', async () => {
  const ids = new Map<string, string>()
  const project = await bundleFrom(app, projectId, ids)
  expect(codeOf(await put(app, project.id, project.bundle))).toEqual([200, 'stored'])
  const { id, bundle } = await bundleFrom(app, recordingId, ids)
  const first = (await put(app, id, bundle)).body.data
  expect(first).toMatchObject({ state: 'incomplete', missing_transcripts: [1, 2] })
  const path = `/v1/projects/${project.id}/content/${id}`
  expect((await app.call('GET', path)).body.data).toMatchObject({ status: 'uploaded' })

  for (const version of [1, 1, 2]) {
    const address = (of: string) => `/v1/bundles/${of}/transcripts/${version}`
    const { row } = (await app.call('GET', address(recordingId))).body.data
    expect((await app.call('PUT', address(id), { body: { row } })).status).toBe(200)
  }
  const second = (await put(app, id, bundle)).body.data
  expect(second).toMatchObject({ state: 'incomplete', missing_transcripts: [] })
  const { upload_url: url, upload_headers: headers } = second.upload
  const body = 'some recorded bytes'
  expect((await fetch(url, { method: 'PUT', headers, body })).status).toBe(200)
  expect(codeOf(await put(app, id, bundle))).toEqual([200, 'stored'])

  const again = await bundleFrom(app, recordingId, ids)
  expect((await app.call('GET', `/v1/bundles/${id}`)).body.data).toMatchObject({
    ...{ id, project_id: project.id, tables: again.bundle.tables },
  })
  expect((await app.call('GET', path)).body.data).toMatchObject({ status: 'completed' })
  const name = (await app.call('GET', `/v1/projects/${project.id}`)).body.data
  expect(name).toMatchObject({ name: 'Calls', slug: 'calls-2' })
  expect((await app.call('GET', '/v1/search/content?q=contract')).body.data).toHaveLength(2)
})

test('one whose file is missing comes without it, and says so', async () => {
  const id = newId('cont')
  expect(codeOf(await put(app, id, { ...bundleOfRecording(), project_id: projectId }))).toEqual([
    ...[200, 'stored'],
  ])
  const path = `/v1/projects/${projectId}/content/${id}`
  const { media, status } = (await app.call('GET', path)).body.data
  expect({ state: media.state, status }).toEqual({ state: 'missing', status: 'failed' })
})

test('who brought what is in the audit log: once, and nothing that was refused', async () => {
  const made = (await app.call('POST', '/v1/api-keys', { body: { name: 'Move' } })).body.data
  const send = (id: string, body: object) =>
    app.call('PUT', `/v1/bundles/${id}`, { body, key: made.key })
  const template = { name: 'Own', template: '{{transcript}}' }
  const own = (await app.call('POST', '/v1/prompts', { body: template })).body.data
  const sent = [await bundleFrom(app, own.id), await bundleFrom(app, projectId)]
  const [prompt, project] = sent.map(({ id }) => id)
  const recording = { id: newId('cont'), bundle: { ...bundleOfRecording(), project_id: project } }
  const unfit = { ...recording.bundle, tables: [] }
  for (const { id, bundle } of sent) await send(id, bundle)
  expect((await send(recording.id, unfit)).status).toBe(400)
  for (const { id, bundle } of [recording, recording, ...sent]) {
    expect(codeOf(await send(id, bundle))).toEqual([200, 'stored'])
  }
  const { data } = (await app.call('GET', '/v1/audit-log')).body
  const told = data.filter(
    ({ actor }: { actor: { api_key_id: string | null } }) => actor.api_key_id === made.id,
  )
  expect(told).toMatchObject([
    { action: 'content.taken_in', object_id: recording.id, project_id: project },
    { action: 'project.taken_in', object_id: project, project_id: project },
    { action: 'prompt.taken_in', object_id: prompt, project_id: null },
  ])
})

const bend: Record<string, (bundle: SentBundle) => object> = {
  'another format': (bundle) => ({ ...bundle, format: 2 }),
  'a table of another kind': (bundle) => ({ ...bundle, tables: [{ name: 'members', rows: [] }] }),
  'no row': (bundle) => ({ ...bundle, tables: [] }),
  'a column that is none': (bundle) => withContent(bundle, { organization_id: 'org_1' }),
  'a value of another type': (bundle) => withContent(bundle, { created_at: 'yesterday' }),
  'a state of nothing': (bundle) => withContent(bundle, { status: 'uploaded' }),
  'a type that is none': (bundle) => withContent(bundle, { content_type: 'audio/x\r\nA: b' }),
  'a name with NUL': (bundle) => withContent(bundle, { filename: 'a\0.wav' }),
  'notes of another form': (bundle) => {
    const notes = { text: '', markers: [{ at: 1 }], line_times: [], updated_at: null }
    return { ...bundle, tables: [...bundle.tables, { name: 'content_notes', rows: [notes] }] }
  },
}
const withContent = (bundle: SentBundle, change: object): SentBundle => ({
  ...bundle,
  tables: [{ name: 'content', rows: [{ ...rowsOf(bundle, 'content')[0], ...change }] }],
})

test.each(Object.entries(bend))(
  '%s is refused, and nothing of it is stored',
  async (_name, change) => {
    const before = await countAll()
    const bundle = change({ ...bundleOfRecording(), project_id: projectId })
    expect(codeOf(await put(app, newId('cont'), bundle))).toEqual([400, 'validation_error'])
    expect(await countAll()).toEqual(before)
  },
)

test('what another organization has is not overwritten, joined or named', async () => {
  const ids = new Map<string, string>()
  const project = await bundleFrom(app, projectId, ids)
  const theirs = other.app
  expect(codeOf(await put(theirs, projectId, project.bundle))).toEqual([409, 'id_taken'])
  expect(codeOf(await put(theirs, recordingId, bundleOfRecording()))).toEqual([409, 'id_taken'])
  expect((await theirs.call('GET', `/v1/bundles/${recordingId}`)).status).toBe(404)

  const { bundle } = await bundleFrom(app, recordingId, ids)
  const own = (await givenProject(theirs)).id
  const rest = { project_id: own, transcript_versions: [], media: null }
  const nobody = { voice_id: null, suggested_voice_id: null }
  const ask = async (table: string, change: object) => {
    const tables = bundle.tables.map(({ name, rows }) => {
      const without = name === 'speaker_voices' ? nobody : {}
      const changes = { ...without, ...(name === table && change) }
      return { name, rows: rows.map((row) => ({ ...row, ...changes })) }
    })
    return codeOf(await put(theirs, newId('cont'), { ...bundle, tables, ...rest }))
  }
  const analysis = (await app.call('GET', `/v1/bundles/${recordingId}`)).body.data.tables.find(
    ({ name }: { name: string }) => name === 'analysis_runs',
  ).rows[0]
  const { body: prompt } = await app.call('POST', '/v1/prompts', {
    body: { name: 'Own', template: '{{transcript}}' },
  })
  expect(await ask('analysis_runs', { id: analysis.id })).toEqual([409, 'id_taken'])
  expect(await ask('analysis_runs', { prompt_id: prompt.data.id })).toEqual([409, 'id_taken'])
  const [voice] = (await app.call('GET', `/v1/projects/${projectId}/voices`)).body.data
  expect(await ask('speaker_voices', { voice_id: voice.id })).toEqual([400, 'validation_error'])
  const row = { ...rowsOf(project.bundle, 'projects')[0], default_prompt_id: prompt.data.id }
  const tables = [{ name: 'projects', rows: [row] }]
  const named = { ...project.bundle, tables }
  expect(codeOf(await put(theirs, newId('proj'), named))).toEqual([409, 'id_taken'])
  const left = await theirs.call('GET', '/v1/bundles?type=content')
  expect(left.body.data.every((one: { is_ready: boolean }) => !one.is_ready)).toBe(true)
})
