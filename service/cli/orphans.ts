import { group } from './command.ts'
import { operation } from './operation.ts'
import { toSize } from './size.ts'

/** earshot orphans … */
export const orphans = group('orphans', 'recordings on disk that have no entry in the library', [
  operation('listOrphans', 'list', 'list them, newest first', {
    columns: {
      ID: 'id',
      NAME: 'filename',
      PROJECT: 'project_name',
      SIZE: ({ size_bytes }) => toSize(size_bytes),
      CREATED: 'created_at',
    },
  }),
  operation('takeInOrphan', 'take-in <orphan>', 'take one into the library again, by id', {
    examples: ['orphans take-in cont_…'],
    lines: ({ id, filename, project_id }) => [`${filename} (${id}) is in project ${project_id}`],
  }),
  operation('deleteOrphan', 'delete <orphan>', 'delete one for good, by id', {
    removes: (id) => `the recording ${id}`,
  }),
])
