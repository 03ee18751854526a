// What an organization has in tenancy.test.ts: one thing of every kind, with a word in it that the other never says.
import { sql as raw } from 'kysely'
import { newId } from '../../../service/core/ids.ts'
import { indexTranscript } from '../../../service/features/search/index-content.ts'
import { givenUpload } from '../../support/factory.ts'
import { makeTarget, type Stage } from './authorization-stage.ts'
import { table } from './authorization-table.ts'

/** What a path names of an organization. */
export const kinds = [
  ...['projectId', 'contentId', 'itemId', 'analysisId', 'trialId', 'segmentId', 'speakerId'],
  ...['voiceId', 'actionId', 'promptId', 'keyId', 'memberId', 'invitationId', 'noticeId'],
  ...['calendarId', 'webhookId', 'deliveryId', 'eventId', 'sessionId', 'bundleId'],
]

export type Ids = Record<string, string>
/** `mark` is in every row that was made, as `markRows` puts it there. */
export type Side = { stage: Stage; organizationId: string; mark: string; ids: Ids }

/** One thing of every kind, made by an admin. */
export async function fill(
  stage: Stage,
  { organizationId, mark }: Pick<Side, 'organizationId' | 'mark'>,
): Promise<Side> {
  const path = kinds.map((kind) => `/{${kind}}`).join('')
  const made = (await makeTarget(stage, { id: '', method: 'GET', path })).split('/').slice(1)
  const named = Object.fromEntries(kinds.map((kind, place) => [kind, made[place] ?? '']))
  const calendarEventId = await addEvent(stage)
  const model = await addModel(stage, organizationId, mark)
  const ids = { ...named, calendarEventId, model, ...(await fillTrash(stage)) }
  await markRows(stage, { organizationId, mark })
  return { stage, organizationId, mark, ids }
}

async function addEvent({ app: { deps, clock, call } }: Stage): Promise<string> {
  const time = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const now = clock.now().getTime()
  const ics = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:Board'],
    ...[`DTSTART:${time(now - 3_600_000)}`, `DTEND:${time(now + 3_600_000)}`],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')
  const { id } = (await call('POST', '/v1/calendars', { body: { ics } })).body.data
  const query = deps.db.sql.selectFrom('calendar_events').select('id').where('calendar_id', '=', id)
  return (await query.executeTakeFirstOrThrow()).id
}

/** A model of a server of its own, that was measured. */
async function addModel({ app: { deps } }: Stage, organizationId: string, mark: string) {
  const { sql } = deps.db
  const [id, at] = [newId('msv'), deps.clock.now()]
  const address = { base_url: `http://127.0.0.1/${id}/${mark}`, kind: 'ollama' }
  const allowed = { allow_remote: false, allow_unencrypted: false, created_at: at }
  const server = { id, organization_id: organizationId, ...address, ...allowed }
  await sql.insertInto('model_servers').values(server).execute()
  const { model: _builtIn, ...figures } = { model: '', ...table['recordModelFigures']?.body }
  const model = `${id}/${mark}`
  const measured = { organization_id: organizationId, model, measured_at: at }
  await sql
    .insertInto('model_figures')
    .values({ ...measured, figures: JSON.stringify(figures) })
    .execute()
  return model
}

/** A project and a prompt in the bin, and an event that went with its project. */
async function fillTrash({ app }: Stage): Promise<Ids> {
  const make = async (kind: string, body: object): Promise<string> =>
    (await app.call('POST', `/v1/${kind}`, { body })).body.data.id
  const trashedProjectId = await make('projects', { name: 'Old' })
  await app.call('POST', `/v1/projects/${trashedProjectId}/trash`)
  const trashedPromptId = await make('prompts', { name: 'Old', template: '{{transcript}}' })
  await app.call('POST', `/v1/prompts/${trashedPromptId}/trash`)
  const gone = await make('projects', { name: 'Gone' })
  await givenUpload(app, gone)
  const { body } = await app.call('GET', `/v1/events?project_id=${gone}&limit=1`)
  await app.call('DELETE', `/v1/projects/${gone}`)
  return { trashedProjectId, trashedPromptId, removedEventId: body.data[0].id }
}

const ofOrganization = 'organization_id = $id'
const projects = '(SELECT id FROM projects WHERE organization_id = $id)'
const ofProject = `project_id IN ${projects}`
const ofContent = `content_id IN (SELECT id FROM content WHERE ${ofProject})`
const before = (column: string) => `${column} = $mark || ' ' || coalesce(${column}, '')`
const within = (column: string, ...fields: string[]) => {
  const put = (text: string, field: string) =>
    `replace(${text}, '"${field}": "', '"${field}": "' || $mark || ' ')`
  return `${column} = ${fields.reduce(put, `${column}::jsonb::text`)}::jsonb`
}

async function markRows(
  { app }: Stage,
  { organizationId, mark }: Pick<Side, 'organizationId' | 'mark'>,
): Promise<void> {
  await app.deps.db.transaction(async (tx) => {
    for (const [name, { set, of }] of Object.entries(marked)) {
      await raw`UPDATE ${raw.table(name)} SET ${raw.raw(set.replaceAll('$mark', `'${mark}'`))}
        WHERE ${raw.raw(of.replaceAll('$id', `'${organizationId}'`))}`.execute(tx)
    }
    const recordings = await tx
      .selectFrom('content')
      .innerJoin('projects', 'projects.id', 'project_id')
      .select('content.id')
      .where('organization_id', '=', organizationId)
      .execute()
    for (const { id } of recordings) await indexTranscript(app.deps, tx, id)
  })
  await app.idle()
}

/** Of each table, where the word is put. */
const marked: Readonly<Record<string, { set: string; of: string }>> = {
  organizations: { set: before('name'), of: 'id = $id' },
  projects: { set: `${before('name')}, ${before('description')}`, of: ofOrganization },
  prompts: { set: `${before('name')}, ${before('description')}`, of: ofOrganization },
  prompt_versions: {
    set: `template = template || ' ' || $mark`,
    of: 'prompt_id IN (SELECT id FROM prompts WHERE organization_id = $id)',
  },
  api_keys: { set: before('name'), of: ofOrganization },
  members: {
    set: `${before('name')}, email = replace(email, '@', '.' || $mark || '@')`,
    of: ofOrganization,
  },
  invitations: { set: `email = replace(email, '@', '.' || $mark || '@')`, of: ofOrganization },
  sessions: { set: before('user_agent'), of: ofOrganization },
  webhooks: { set: before('description'), of: ofOrganization },
  notices: { set: `${before('title')}, ${before('body')}`, of: ofOrganization },
  calendars: { set: before('name'), of: ofOrganization },
  calendar_events: {
    set: before('title'),
    of: 'calendar_id IN (SELECT id FROM calendars WHERE organization_id = $id)',
  },
  content: { set: `${before('filename')}, ${before('title')}`, of: ofProject },
  transcripts: {
    set: `${before('text')}, ${within('speakers', 'label', 'name')}, ${within('segments', 'text')}`,
    of: ofContent,
  },
  analysis_runs: {
    set: `prompt_name = prompt_name || ' ' || $mark, model_used = $mark,
      result = result::jsonb || jsonb_build_object($mark, $mark)`,
    of: ofProject,
  },
  action_items: { set: `${before('text')}, ${before('owner')}`, of: ofProject },
  voices: { set: before('name'), of: ofProject },
}

/** Tables in which it is not, and why. */
const unmarked: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['audit_log', 'events', 'removed_events', 'deliveries', 'content_events'].map((name) => [
      name,
      'ids of its organization, by which a leak is seen',
    ]),
  ),
  ...Object.fromEntries(
    ['transcription_usage', 'speaker_voices', 'upload_sessions', 'waveforms'].map((name) => [
      name,
      'numbers without words',
    ]),
  ),
  recording_findings: 'what insights are made from, which were not made',
  project_changes: 'names of fields, until they are told of',
  sign_in_identities: 'of a person, whatever the organization',
}

/** What search reads: of recordings, and guarded with those. */
const indexes = ['search_documents', 'search_speech', 'ask_segments']

/** Tables kept apart by organization that hold rows without the word of any side, and no reason. */
export async function findUnmarked({ app }: Stage, marks: readonly string[]): Promise<string[]> {
  const { sql } = app.deps.db
  const { rows: guarded } = await raw<{ name: string }>`
    SELECT tablename AS name FROM pg_policies WHERE policyname = 'own_organization'`.execute(sql)
  const all = [...guarded.map(({ name }) => name), ...indexes]
  const names = all.filter((name) => !(name in unmarked))
  const counts = names.map(
    (name) => raw`SELECT ${name} AS name, count(*) FILTER (
      WHERE NOT to_jsonb(t)::text ~ ${marks.join('|')}) AS count FROM ${raw.table(name)} t`,
  )
  const { rows } = await raw<{ name: string; count: string }>`
    ${raw.join(counts, raw` UNION ALL `)}`.execute(sql)
  return rows.filter(({ count }) => Number(count) > 0).map(({ name }) => name)
}
