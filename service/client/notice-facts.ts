import type { Notice } from './generated/types.gen.ts'

/** The sentences that notices are made of. */
export type NoticeSentence =
  | 'deliveryTitle'
  | 'deliveryBody'
  | 'disabledTitle'
  | 'disabledGone'
  | 'disabledUnreadable'
  | 'disabledFailing'
  | 'leftTitle'
  | 'leftBody'
  | 'invitationTitle'
  | 'invitationBody'
  | 'failedTitle'
  | 'failedImportTitle'
  | 'failedBody'
  | 'mediaDamaged'
  | 'mediaMissing'
  | 'mediaBody'
  | 'modelsTitle'
  | 'modelsBody'
  | 'rebuiltTitle'
  | 'rebuiltBody'
  | 'incompleteTitle'
  | 'incompleteBody'
  | 'incompleteUnknown'
  | 'repairedTitle'
  | 'repairedBody'
  | 'backupTitle'
  | 'backupDisk'
  | 'backupBody'
  | 'noBackupTitle'
  | 'noBackupBody'
  | 'folderTitle'
  | 'watched_folder_missing'
  | 'notes_folder_missing'
  | 'orphansTitle'
  | 'orphansBody'

const nothing = { host: '', event: '', email: '', name: '', file: '', path: '', count: 0 }
/** What the sentences name. */
export type NoticeValues = Readonly<typeof nothing>

export type NoticeFacts = { title: NoticeSentence; body: NoticeSentence; values: NoticeValues }

type Words = Pick<Notice, 'title' | 'body'>

const facts = (
  title: NoticeSentence,
  body: NoticeSentence,
  values: Partial<NoticeValues> = {},
): NoticeFacts => ({ title, body, values: { ...nothing, ...values } })

const readers: Readonly<Record<Notice['kind'], (words: Words) => NoticeFacts | null>> = {
  recording_failed: ({ title }) => {
    const [, name, how] = /^“?(.*?)”? could not be (transcribed|read)$/s.exec(title) ?? []
    if (name === undefined) return null
    return facts(how === 'read' ? 'failedImportTitle' : 'failedTitle', 'failedBody', { name })
  },
  recording_damaged: ({ title }) => {
    const [, name, state] = /^“?(.*?)”? is (damaged|gone from the disk)$/s.exec(title) ?? []
    if (name === undefined) return null
    return facts(state === 'damaged' ? 'mediaDamaged' : 'mediaMissing', 'mediaBody', { name })
  },
  watched_folder_missing: (words) => readFolder('watched_folder_missing', words),
  notes_folder_missing: (words) => readFolder('notes_folder_missing', words),
  invitation_not_sent: ({ title }) => {
    const email = /^The invitation to (\S+) was not mailed$/.exec(title)?.[1]
    return email === undefined ? null : facts('invitationTitle', 'invitationBody', { email })
  },
  recordings_orphaned: ({ title }) =>
    facts('orphansTitle', 'orphansBody', { count: Number.parseInt(title, 10) || 1 }),
  library_rebuilt: () => facts('rebuiltTitle', 'rebuiltBody'),
  library_repaired: () => facts('repairedTitle', 'repairedBody'),
  library_incomplete: ({ body }) => {
    if (body.startsWith('How much')) return facts('incompleteTitle', 'incompleteUnknown')
    const numbers = [...body.matchAll(/(\d+) entr/g)].map(([, number]) => Number(number))
    const count = numbers.reduce((sum, number) => sum + number, 0)
    return facts('incompleteTitle', 'incompleteBody', { count })
  },
  models_list_damaged: ({ body }) => {
    const file = /imported\.json\.damaged-[\w-]+/.exec(body)?.[0] ?? ''
    return facts('modelsTitle', 'modelsBody', { file })
  },
  backup_failed: ({ body }) =>
    facts('backupTitle', body.startsWith('The disk is full') ? 'backupDisk' : 'backupBody'),
  backup_overdue: () => facts('noBackupTitle', 'noBackupBody'),
  webhook_disabled: ({ title, body }) => {
    const host = hostIn(title)
    if (host === undefined) return null
    if (body.includes('410')) return facts('disabledTitle', 'disabledGone', { host })
    const isUnreadable = body.includes('signing secret')
    const why = isUnreadable ? 'disabledUnreadable' : 'disabledFailing'
    return facts('disabledTitle', why, { host })
  },
  webhook_left_behind: ({ title, body }) => {
    const [, number = '', email] = /^(A|\d+) webhooks? of (\S+) still sends?$/.exec(title) ?? []
    const host = /It still goes to (.+)\. Switch off/s.exec(body)?.[1]
    if (email === undefined || host === undefined) return null
    return facts('leftTitle', 'leftBody', { email, host, count: Number(number) || 1 })
  },
  delivery_exhausted: ({ title, body }) => {
    const host = hostIn(title)
    if (host === undefined) return null
    return facts('deliveryTitle', 'deliveryBody', { host, event: body.split(' ')[0] ?? '' })
  },
}

const hostIn = (title: string): string | undefined =>
  /^Webhook (?:delivery )?to (\S+) (?:failed|switched off)$/.exec(title)?.[1]

function readFolder(
  kind: 'watched_folder_missing' | 'notes_folder_missing',
  { body }: Words,
): NoticeFacts {
  const path = /^(.*) is not there, so no (recordings|notes) /s.exec(body)?.[1] ?? ''
  return facts('folderTitle', kind, { path })
}

/**
 * What a notice says, read out of its words, which are kept in English: for those who say it in another language.
 * Null where they are unknown.
 */
export const readNotice = ({ kind, ...words }: Words & { kind: string }): NoticeFacts | null =>
  isKnown(kind) ? readers[kind](words) : null

const isKnown = (kind: string): kind is Notice['kind'] => Object.hasOwn(readers, kind)
