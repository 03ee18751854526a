import { createHash } from 'node:crypto'
import type { ContentItem, Earshot } from '../../service/client/index.ts'
import type { S3Server } from '../support/s3-server.ts'
import type { Databases } from './databases.ts'
import type { Journal, Recording, Written } from './journal.ts'

export type Checked = {
  api: Earshot
  journal: Journal
  databases: Databases
  store: S3Server
  /** How many processes live. */
  processes: number
}

type StoredEvent = {
  id: string
  event: string
  content_id: string | null
  analysis_id: string | null
}
type Found = { problems: string[]; say: (problem: string) => void }

/** What is not as it was promised, each in a sentence; to be called once all has healed and nothing is due. */
export async function check(checked: Checked): Promise<{ problems: string[]; events: number }> {
  const problems: string[] = []
  const found: Found = { problems, say: (problem) => void problems.push(problem) }
  const events = await checked.databases.ask<StoredEvent>(
    `SELECT id, event, data ->> 'content_id' AS content_id, data ->> 'analysis_id' AS analysis_id
     FROM events ORDER BY position`,
  )
  await checkProjects(checked, found)
  const items = await checkRecordings(checked, found)
  await checkAnalyses(checked, found, { items, events })
  await checkOnce(events, items, found)
  await checkReaders(checked, events, found)
  await checkDeliveries(checked, events, found)
  await checkStore(checked, items, found)
  await checkRows(checked, found)
  for (const [name, times] of checked.journal.wrongAnswers)
    found.say(`answer ${name}: ${times} times`)
  return { problems, events: events.length }
}

function checkWritten(
  { asked, acknowledged }: Written,
  now: string | null,
  what: string,
  say: Found['say'],
) {
  const allowed = acknowledged === 0 ? [null, '', ...asked] : asked.slice(acknowledged - 1)
  if (!allowed.includes(now)) say(`${what} is not what was acknowledged last`)
}

async function checkProjects({ api, journal }: Checked, { say }: Found): Promise<void> {
  const stored = new Map<string, string>()
  for await (const { id, name } of api.all(api.listProjects)) stored.set(id, name)
  for (const { id, name } of journal.projects) {
    if (stored.has(id)) checkWritten(name, stored.get(id) ?? null, `the name of ${id}`, say)
    else say(`${id} was acknowledged and is not there`)
  }
  const names = [...stored.values()]
  const asked = new Set(journal.projects.flatMap(({ name }) => name.asked))
  const twice = names.filter((name, at) => asked.has(name) && names.indexOf(name) !== at)
  if (twice.length > 0) say(`projects that were made twice: ${twice.join(', ')}`)
}

async function checkRecordings(
  { api, journal }: Checked,
  { say }: Found,
): Promise<Map<string, ContentItem>> {
  const stored = new Map<string, ContentItem>()
  for (const { id: projectId } of journal.projects)
    for await (const item of api.all(api.listContent, { path: { projectId } }))
      stored.set(item.id, item)
  for (const recording of journal.recordings)
    await checkRecording(recording, stored.get(recording.id))

  async function checkRecording(recording: Recording, item: ContentItem | undefined) {
    const { id, confirmed, removed } = recording
    if (removed === 'acknowledged') return item && say(`${id} was deleted and is there`)
    if (!item) return removed === 'no' && say(`${id} was acknowledged and is not there`)
    if (confirmed !== 'acknowledged') return undefined
    // Given up after three processes died over it, which its owner is told: by design, against what kills each engine.
    if (item.error?.code === 'interrupted') return void journal.givenUp.push(id)
    if (item.status !== 'completed')
      return say(
        `${id} is ${item.status} ${item.error?.code ?? ''} after its upload was acknowledged`,
      )
    const path = { projectId: recording.projectId, contentId: id }
    const title = item.title_source === 'person' ? item.title : null
    checkWritten(recording.title, title, `the title of ${id}`, say)
    const { data: notes } = await api.getNotes({ path })
    checkWritten(recording.notes, notes.text, `the notes of ${id}`, say)
    const { data: transcript } = await api.getTranscript({ path })
    if (!transcript.text.includes('zebra')) say(`the transcript of ${id} is another`)
    const { data: detail } = await api.getContent({ path })
    const media = await fetch(new URL(detail.media?.url ?? '', originOf(api)))
    const sha256 = createHash('sha256')
      .update(Buffer.from(await media.arrayBuffer()))
      .digest('hex')
    if (sha256 !== recording.sha256) say(`the bytes of ${id} are not those that were sent`)
    return undefined
  }
  return stored
}

const originOf = (api: Earshot): string => api.client.getConfig().baseUrl ?? ''

type Seen = { items: Map<string, ContentItem>; events: StoredEvent[] }

/** One analysis for each request, and one outcome for each analysis. */
async function checkAnalyses({ api, journal }: Checked, { say }: Found, { items, events }: Seen) {
  const outcomes = new Map<string, number>()
  for (const { event, analysis_id: id } of events)
    if (event.startsWith('content_analysis.') && id) outcomes.set(id, (outcomes.get(id) ?? 0) + 1)
  for (const { id, projectId, analyses, unanswered, removed } of journal.recordings) {
    if (!items.has(id) || removed !== 'no') continue
    const stored = new Map<string, string>()
    const options = { path: { projectId, contentId: id } }
    for await (const one of api.all(api.listAnalyses, options)) stored.set(one.id, one.status)
    for (const analysis of analyses) {
      if (stored.get(analysis) !== 'completed')
        say(`${analysis} was acknowledged and is ${stored.get(analysis) ?? 'not there'}`)
      if (outcomes.get(analysis) !== 1)
        say(`${analysis} has ${outcomes.get(analysis) ?? 0} outcomes`)
    }
    if (new Set(analyses).size !== analyses.length) say(`two requests got one analysis of ${id}`)
    if (stored.size > analyses.length + unanswered)
      say(`${id} has ${stored.size} analyses of ${analyses.length} requests`)
  }
}

/** Each recording went once through what happens to it once. */
async function checkOnce(events: StoredEvent[], items: Map<string, ContentItem>, { say }: Found) {
  const once = ['content.created', 'transcription.started', 'transcription.completed']
  const counts = new Map<string, number>()
  for (const { event, content_id: id } of events) {
    const name = `${event} of ${id}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  for (const [id, { status }] of items) {
    if (status !== 'completed') continue
    for (const event of once) {
      const times = counts.get(`${event} of ${id}`) ?? 0
      if (times !== 1) say(`${times} × ${event} of ${id}`)
    }
  }
  for (const [name, times] of counts)
    if (/^(content\.|transcription\.)/.test(name) && !/progress/.test(name) && times > 1)
      say(`${times} × ${name}`)
}

async function checkReaders({ api, journal }: Checked, events: StoredEvent[], { say }: Found) {
  const listed = new Set<string>()
  for await (const { id } of api.all(api.listEvents)) listed.add(id)
  const unlisted = events.filter(({ id }) => !listed.has(id))
  if (unlisted.length > 0 || listed.size !== events.length)
    say(`${listed.size} of ${events.length} events are listed`)
  if (journal.resets > 0) say(`${journal.resets} times a reader was told that events are gone`)
  for (const [name, seen] of journal.readers) {
    const ids = new Set(seen.map(({ id }) => id))
    const missed = events.filter(({ id }) => !ids.has(id))
    if (missed.length > 0)
      say(`${name} missed ${missed.length} events, first ${missed[0]?.event} ${missed[0]?.id}`)
    const invented = [...ids].filter((id) => !listed.has(id))
    if (invented.length > 0) say(`${name} saw ${invented.length} events that are in no list`)
    if (ids.size !== seen.length) say(`${name} saw ${seen.length - ids.size} events twice`)
    const order = new Map(events.map(({ id }, at) => [id, at]))
    const places = seen.map(({ id }) => order.get(id) ?? -1)
    if (places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0)))
      say(`${name} saw events in another order`)
  }
}

async function checkDeliveries(
  { journal, databases }: Checked,
  events: StoredEvent[],
  { say }: Found,
) {
  const rows = await databases.ask<{ event_id: string; status: string; count: number }>(
    `SELECT event_id, status, count(*)::integer AS count FROM deliveries GROUP BY 1, 2`,
  )
  const due = new Map(rows.map((row) => [row.event_id, row]))
  const taken = new Set(journal.attempts.filter((one) => one.isTaken).map((one) => one.eventId))
  for (const { id, event } of events) {
    const { status, count } = due.get(id) ?? { status: 'without a delivery', count: 0 }
    if (status !== 'delivered' || count !== 1) say(`${event} ${id} is ${status} (${count})`)
    else if (!taken.has(id)) say(`${event} ${id} is said to be delivered and never arrived`)
  }
  const unsigned = journal.attempts.filter((one) => !one.isSigned)
  if (unsigned.length > 0) say(`${unsigned.length} deliveries have a wrong signature`)
  const ids = new Map<string, string>()
  for (const { eventId, deliveryId } of journal.attempts) {
    const first = ids.get(eventId) ?? deliveryId
    if (first !== deliveryId) say(`${eventId} came under two ids`)
    ids.set(eventId, first)
  }
  const order = new Map(events.map(({ id }, at) => [id, at]))
  const last = new Map<string, number>()
  for (const { contentId, eventId, event } of journal.attempts) {
    const place = order.get(eventId)
    if (place === undefined) say(`${event} ${eventId} was delivered and is in no list`)
    else if (contentId !== null) {
      if (place < (last.get(contentId) ?? 0)) say(`${event} ${eventId} came after a later one`)
      last.set(contentId, place)
    }
  }
}

/** Rows and objects are the same set, but for what is listed as an orphan. */
async function checkStore(
  { api, store }: Checked,
  items: Map<string, ContentItem>,
  { say }: Found,
) {
  const orphans = new Set<string>()
  for await (const { id } of api.all(api.listOrphans)) orphans.add(id)
  const names = await store.names('recordings')
  const ids = new Set(names.map((name) => name.replace(/\..*$/, '')))
  for (const id of ids)
    if (!items.has(id) && !orphans.has(id)) say(`the object of ${id} has no row and is no orphan`)
  for (const [id, { status }] of items)
    if (status === 'completed' && !ids.has(id)) say(`${id} has no object`)
}

async function checkRows({ databases, processes }: Checked, { say }: Found): Promise<void> {
  const [rows] = await databases.ask<Record<string, number>>(`SELECT
    (SELECT count(*) FROM processes)::integer AS processes,
    (SELECT count(*) FROM jobs WHERE state = 'running')::integer AS running,
    (SELECT count(*) FROM jobs WHERE not_before IS NULL OR not_before < now())::integer AS due,
    (SELECT count(*) FROM idempotency_keys JOIN processes ON processes.id = process
      WHERE state <> 'answered')::integer AS keys`)
  if (rows?.['processes'] !== processes)
    say(`${rows?.['processes']} processes are listed, ${processes} live`)
  for (const name of ['running', 'due', 'keys'])
    if (rows?.[name] !== 0) say(`${rows?.[name]} rows are left: ${name}`)
}
