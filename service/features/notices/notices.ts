import { Type } from 'typebox'
import { requireMachineAdmin, sessionIdOf, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { day, plusMs, toIso, toIsoOrNull } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import { afterCommit } from '../../db/connection.ts'
import type { Deps } from '../../deps.ts'
import type { MailLanguage } from '../../notify/mail-language.ts'
import { mailAttempts, mailRetryAfterMs } from '../../notify/mailer.ts'
import type { Notice as OwnerNotice } from '../../notify/notify.ts'
import { defineJob } from '../../queue/job.ts'
import { noteLanguage } from '../members/language.ts'
import type { Notice, NoticeChange, NoticeQuery, ReadCount } from './schema.ts'
import {
  deleteNoticesBefore,
  insertNotice,
  markAllRead,
  selectAddressees,
  selectNoticeById,
  selectNotices,
  updateReadAt,
  type Addressee,
  type NoticeRow,
} from './store.ts'

const keptMs = 90 * day // Choice: a quarter is enough to look back

/** Mails one notice to one of those whom it is for; of older jobs, to all of them. */
export const mailNoticeJob = defineJob({
  name: 'notice.mail',
  payload: Type.Object({ notice_id: Type.String(), member_id: Type.Optional(Type.String()) }),
  lane: 'light',
  attempts: mailAttempts,
  retryAfterMs: mailRetryAfterMs,
})

export type NewNotice = OwnerNotice & { organizationId: string }
export type NoticeDeps = Pick<Deps, 'clock' | 'queue' | 'notify' | 'mailer'>

/**
 * Tells the owner of what `tx` writes (spec: Delivery rules 3): in the app, at once where the host
 * can, and by mail where a server is configured and the owner has an address. An organization without
 * an owner has its admins told.
 */
export async function recordNotice(
  deps: NoticeDeps,
  tx: Tx,
  { organizationId, ...notice }: NewNotice,
): Promise<void> {
  const id = newId('ntc')
  await insertNotice(tx, {
    id,
    organization_id: organizationId,
    ...notice,
    read_at: null,
    created_at: deps.clock.now(),
  })
  for (const { id: member_id } of deps.mailer ? await findMailboxes(tx, organizationId) : []) {
    const job = mailNoticeJob.of({ notice_id: id, member_id }, id, { organizationId })
    await deps.queue.enqueue(tx, job)
  }
  afterCommit(tx, () => deps.notify.owner(notice))
}

/** Whom a notice of this organization is mailed to. */
export async function findMailboxes(sql: Sql, organizationId: string): Promise<Addressee[]> {
  const addressees = await selectAddressees(sql, organizationId)
  // The owner's address where none is configured names no mailbox.
  return addressees.filter(({ email }) => !email.endsWith('@localhost'))
}

/** Choice: notices are for the owner and tell of every project: an admin's key, not a restricted one. */
export async function listNotices(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  { unread, ...query }: NoticeQuery,
  language: MailLanguage | null,
) {
  requireMachineAdmin(caller)
  // Not by a key: whoever has that may be a program, which reads in a language of its own.
  const isPage = caller.isSession || sessionIdOf(caller) !== null
  if (language !== null && isPage) await noteLanguage({ db }, caller, language)
  const request = { ...query, unread, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectNotices(db.sql, caller.organizationId, request)
  return { items: items.map(toNotice), nextCursor }
}

/** Marking a read one as read again keeps the first time. */
export async function changeNotice(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
  { read }: NoticeChange,
): Promise<Notice> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => {
    const row = await selectNoticeById(tx, id)
    if (!row || row.organization_id !== caller.organizationId) throw errors.notFound('notice')
    const readAt = read ? (row.read_at ?? clock.now()) : null
    return toNotice(await updateReadAt(tx, id, readAt))
  })
}

export async function readAllNotices(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<ReadCount> {
  requireMachineAdmin(caller)
  return db.transaction(async (tx) => ({
    read_count: await markAllRead(tx, caller.organizationId, clock.now()),
  }))
}

/** Deletes notices older than 90 days. Called hourly by start.ts. */
export async function pruneNotices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await deleteNoticesBefore(db.sql, plusMs(clock.now(), -keptMs))
}

const toNotice = (row: NoticeRow): Notice => ({
  id: row.id,
  kind: row.kind as Notice['kind'], // the type of `recordNotice` when the row was stored
  title: row.title,
  body: row.body,
  link: row.link,
  is_read: row.read_at !== null,
  read_at: toIsoOrNull(row.read_at),
  created_at: toIso(row.created_at),
})
