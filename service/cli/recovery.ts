import type { Recovery } from 'earshot/client'
import { command, group } from './command.ts'
import { confirm } from './io.ts'
import { operation } from './operation.ts'
import { UsageError } from './errors.ts'
import { toSize } from './size.ts'

type Action = Recovery['actions'][number]
type Work = NonNullable<Recovery['work']>
type Failure = NonNullable<Work['error_code']>

/** What each action does, in the words of a question. */
const deeds: Readonly<Record<Action, string>> = {
  try_again: 'Open the library once more',
  restore_backup: 'Put a backup in the place of the library',
  replace_secret_key: 'Make another secret key; secrets of webhooks and model servers are set anew',
  export: 'Copy all recordings, and what can be read of the rest, into a folder',
  open_what_is_left: 'Open the library with what is left, without what is lost',
  rebuild: 'Make a new library from the recordings and transcribe them again',
  start_fresh: 'Begin an empty library',
}

const outcomes: Readonly<Record<Failure, string>> = {
  still_damaged: 'the library is still damaged',
  backup_damaged: 'the backup is damaged or incomplete; nothing was changed',
  backup_too_new: 'the backup was made by a newer version; nothing was changed',
  wrong_passphrase: 'the passphrase does not fit this backup; nothing was changed',
  insufficient_storage: 'the disk is full; nothing was changed',
  failed: 'it failed and nothing was changed; the log says why',
}

const damages: Readonly<Record<NonNullable<Recovery['damage']>['kind'], string>> = {
  database: 'The library’s database cannot be read.',
  lost_rows: 'Parts of the library are lost or cannot be read.',
  database_ends: 'The library’s database ended three times within a minute.',
  secret_key:
    'The file secret-key in the data folder is gone or damaged, or the keychain does not open it.',
  library_key: 'The key of the encrypted library is gone or damaged; a backup holds it.',
}

/** earshot recovery … */
export const recovery = group('recovery', 'a library that is damaged, and what to do about it', [
  operation('getRecovery', 'show', 'say what is damaged, what is safe, and what can be done', {
    lines: toLines,
  }),
  command<{ folder?: string; yes?: boolean }>({
    line: 'start <action>',
    about: 'do one of the things that show lists; what is replaced is kept',
    options: [
      ['--folder <folder>', 'for export: where to, as an absolute path'],
      ['-y, --yes', 'do not ask'],
    ],
    examples: ['recovery start try_again', 'recovery start rebuild --yes'],
    run: async ({ api, out, io }, { folder, yes }, given = '') => {
      const action = Object.keys(deeds).find((name) => name === given) as Action | undefined
      if (!action) throw new UsageError(`It takes one of: ${Object.keys(deeds).join(', ')}.`)
      if (!yes) await confirm(io, `${deeds[action]}? Nothing is deleted.`)
      const body = { action, ...(folder !== undefined && { folder }) }
      const { data } = await (await api()).startRecovery({ body })
      out.result(data, ['It has begun. earshot recovery show tells how it goes.'])
    },
  }),
  operation('listReplacedLibraries', 'replaced', 'list libraries that another took the place of', {
    columns: { ID: 'id', REPLACED: 'replaced_at', SIZE: ({ size_bytes }) => toSize(size_bytes) },
  }),
  operation('deleteReplacedLibrary', 'delete <library>', 'delete a replaced library for good', {
    removes: (id) => `the replaced library ${id}`,
    examples: ['recovery delete 2026-11-23T15-04-05-000Z --yes'],
  }),
])

function toLines({ damage, recordings, actions, work }: Recovery): string[] {
  const { count, size_bytes: bytes, described_count: described } = recordings
  return [
    damage ? damages[damage.kind] : 'The library is open; nothing is damaged.',
    `${count} recordings are on the disk (${toSize(bytes)}); the names of ${described} are known.`,
    ...(work ? [`${deeds[work.action]}: ${toState(work)}`, ...toLost(work)] : []),
    ...(actions.length > 0 ? ['What can be done:'] : []),
    ...actions.map((action) => `  ${action.padEnd(20)} ${deeds[action]}`),
  ]
}

export function toState({ status, progress, error_code, folder }: Work): string {
  if (status === 'running')
    return progress === null ? 'running' : `running, ${Math.round(progress * 100)} %`
  if (status === 'failed') return outcomes[error_code ?? 'failed']
  return folder === null ? 'done' : `done, in ${folder}`
}

/** What a restore could not bring, by title and id; nothing where it brought all. */
export function toLost({ lost_count: count, lost_recordings: lost }: Work): string[] {
  if (count === 0) return []
  const more = count - lost.length
  return [
    'The sound of these is damaged or missing in the backup and here; their transcripts and notes are restored:',
    ...lost.map(({ id, title }) => (title === null ? `  ${id}` : `  ${title} (${id})`)),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'Restore an older backup, or put their files back from another copy.',
  ]
}
