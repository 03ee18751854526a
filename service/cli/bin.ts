import type { Restored, TrashItem } from 'earshot/client'
import { group } from './command.ts'
import { operation } from './operation.ts'

/** What is said of what was put into the bin. */
export const binned = ({ name, expires_at: at }: TrashItem): string[] => [
  `${name} is in the bin, and is deleted for good on ${at.slice(0, 10)}`,
]

/** What is said of what was taken out of it. */
export const unbinned = ({ id }: Restored): string[] => [`${id} is out of the bin`]

/** earshot bin … */
export const bin = group('bin', 'what was put into the bin, for 30 days', [
  operation('listTrash', 'list', 'list it, put there last first', {
    columns: {
      ID: 'id',
      TYPE: 'type',
      NAME: 'name',
      PROJECT: 'project_name',
      EXPIRES: 'expires_at',
    },
  }),
  operation('deleteTrashed', 'delete <item>', 'delete one of it for good, by id', {
    removes: (id) => `${id} in the bin`,
  }),
  operation('emptyTrash', 'empty', 'delete all of it for good', {
    removes: () => 'all that is in the bin',
  }),
])
