import { Type } from 'typebox'
import type { Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { toDay, toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import type { Deps } from '../../deps.ts'
import { defineJob } from '../../queue/job.ts'
import { requireProject } from '../projects/projects.ts'
import { displayName } from '../transcripts/segments.ts'
import type { Action, ActionChange, ActionOwners, ActionQuery } from './schema.ts'
import { selectNames, selectQuotes, type Quoted } from './source-store.ts'
import {
  selectAction,
  selectActionOf,
  selectActions,
  selectOwners,
  selectUnread,
  updateTick,
  type ActionRow,
} from './store.ts'

/** Reads the analyses that were there before tasks had rows. */
export const catchUpJob = defineJob({
  name: 'actions.catch_up',
  payload: Type.Object({}),
  lane: 'light',
  attempts: 3,
})

type ListDeps = Pick<Deps, 'db' | 'keys' | 'clock'>

export async function listActions(
  deps: ListDeps,
  caller: Caller,
  projectId: string,
  query: ActionQuery,
) {
  await requireProject(deps.db.sql, caller, projectId)
  return readPage(deps, { projectId }, query)
}

/** Of all projects that the key sees. */
export const listAllActions = (
  deps: ListDeps,
  { organizationId, projectIds }: Caller,
  query: ActionQuery,
) => readPage(deps, { organizationId, projectIds }, query)

async function readPage(
  { db, keys, clock }: ListDeps,
  scope: Scope,
  { state, owner, content_id: contentId, sort, ...query }: ActionQuery,
) {
  const today = toDay(clock.now())
  // The usual order is the same list whether it is asked for by name or not.
  const order = sort === 'due' ? sort : undefined
  const filter = { state, owner: owner?.trim(), contentId, today }
  const listing = { scope, filter, sort: order }
  const filters = { ...scope, state, owner, contentId, sort: order }
  const request = { ...query, filters, key: keys.cursor }
  const { items, nextCursor } = await selectActions(db.sql, listing, request)
  return { items: await toActions(db.sql, items, today), nextCursor }
}

/** Whoever took something on in the project, for a filter. */
export async function listActionOwners(
  { db }: Pick<Deps, 'db'>,
  caller: Caller,
  projectId: string,
): Promise<ActionOwners> {
  await requireProject(db.sql, caller, projectId)
  return { owners: await selectOwners(db.sql, projectId) }
}

/** Ticking off what is done already keeps the first time. */
export async function changeAction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  { projectId, actionId }: { projectId: string; actionId: string },
  { is_done: isDone }: ActionChange,
): Promise<Action> {
  return db.transaction(async (tx) => {
    await requireProject(tx, caller, projectId)
    const row = await selectAction(tx, projectId, actionId)
    if (!row) throw errors.notFound('action')
    const now = clock.now()
    const doneAt = isDone ? (row.done_at ?? now) : null
    const changed = await updateTick(tx, row.id, { done_at: doneAt, ticked_at: now })
    const [action] = await toActions(tx, [changed], toDay(now))
    if (!action) throw new Error('An action that was changed is not there.')
    return action
  })
}

type Tick = { contentId: string; id: string; isDone: boolean; at: Date }

/** A tick from outside, made at a time; of two changes the later stays. */
export async function takeTick(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { contentId, id, isDone, at }: Tick,
): Promise<void> {
  const row = await selectActionOf(tx, contentId, id)
  if (!row || (row.done_at !== null) === isDone) return
  if (row.ticked_at && row.ticked_at > at) return
  const now = clock.now()
  await updateTick(tx, id, { done_at: isDone ? now : null, ticked_at: now })
}

/** At a start: what older versions analysed gets its rows, in the background. */
export async function queueUnread({ queue }: Pick<Deps, 'queue'>, tx: Tx): Promise<void> {
  const [first] = await selectUnread(tx, 1)
  if (first !== undefined) await queue.enqueue(tx, catchUpJob.of({}))
}

async function toActions(sql: Sql, rows: readonly ActionRow[], today: string): Promise<Action[]> {
  const contentIds = [...new Set(rows.map(({ content_id }) => content_id))]
  const names = await selectNames(sql, contentIds)
  const wanted = rows.flatMap(({ segment_ids }) => segment_ids)
  const quotes = await selectQuotes(sql, contentIds, wanted)
  return rows.map((row) => ({
    id: row.id,
    project_id: row.project_id,
    content_id: row.content_id,
    filename: names.get(row.content_id)?.filename ?? '',
    title: names.get(row.content_id)?.title ?? '',
    text: row.text,
    owner: row.owner,
    due: row.due,
    due_on: row.due_on,
    is_done: row.done_at !== null,
    is_overdue: row.done_at === null && row.due_on !== null && row.due_on < today,
    done_at: toIsoOrNull(row.done_at),
    quotes: row.segment_ids.flatMap((id) => toQuote(quotes.get(id))),
    created_at: toIso(row.created_at),
  }))
}

function toQuote(quoted: Quoted | undefined): Action['quotes'] {
  if (!quoted) return []
  const { id, start, end, text, speaker_id, speakers } = quoted
  const speaker = speakers.find((one) => one.id === speaker_id)
  const name = speaker ? displayName(speaker) : speaker_id
  return [{ segment_id: id, start, end, speaker: name, text }]
}
