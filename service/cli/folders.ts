import path from 'node:path'
import { group } from './command.ts'
import { operation } from './operation.ts'

/** earshot folders … */
export const folders = group('folders', 'folders whose new recordings are added by themselves', [
  operation('listWatchedFolders', 'list', 'list them, newest first, with what is wrong', {
    options: [['--project <project>', 'only of this project: id, slug or name', 'project_id']],
    columns: {
      ID: 'id',
      FOLDER: 'path',
      TAKEN: 'taken_count',
      WAITING: ({ waiting }) => waiting.map(({ filename }) => filename),
      STATE: ({ error, failures }) =>
        error?.message ?? failures.map((one) => `${one.filename}: ${one.error.message}`),
    },
  }),
  operation('addWatchedFolder', 'watch <folder>', 'add what comes into it to a project', {
    options: [['--project <project>', 'which project: id, slug or name', 'project_id']],
    examples: ['folders watch ~/Videos --project Sales'],
    fields: (_options, folder = '') => ({ path: path.resolve(folder) }),
    lines: ({ id, path: folder }) => [`watching ${folder} (${id})`],
  }),
  operation('scanWatchedFolder', 'scan <folder>', 'look through one now, by id'),
  operation('removeWatchedFolder', 'unwatch <folder>', 'watch one no more; its files stay', {
    removes: (id) => `the watched folder ${id}`,
  }),
])
