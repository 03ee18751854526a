import type { Command } from 'commander'
import type { ContentItem, ListContentData } from 'earshot/client'
import { choice, define, defineList, type OptionSpec } from './define.ts'
import { chooseProject } from './find.ts'
import { UsageError, type Io } from './io.ts'

type Query = NonNullable<ListContentData['query']>
type Filters = {
  project?: string
  status?: ContentItem['status']
  after?: string
  before?: string
  name?: string
  sort?: NonNullable<Query['sort']>
}

const states = ['uploaded', 'processing', 'completed', 'failed']
const orders = [
  'newest',
  'oldest',
  'name',
  'name_reversed',
  'longest',
  'shortest',
  'largest',
  'smallest',
]

const filters: readonly OptionSpec[] = [
  ['--project <project>', 'id, slug or name; without it the first project'],
  choice('--status <status>', 'only those in this state', states),
  ['--after <time>', 'only those made after this ISO 8601 time'],
  ['--before <time>', 'only those made before this ISO 8601 time'],
  ['--name <text>', 'only those with this in their name'],
  choice('--sort <order>', 'in this order', orders),
]

const toQuery = ({ status, after, before, name, sort }: Filters): Query => ({
  ...(status && { status }),
  ...(after && { created_after: after }),
  ...(before && { created_before: before }),
  ...(name && { q: name }),
  ...(sort && { sort }),
})

/** earshot recordings list, earshot recordings ids */
export function addRecordingLists(io: Io, recordings: Command): void {
  defineList<Filters & { everywhere?: boolean }, ContentItem>(io, recordings, {
    name: 'list',
    about: 'list the recordings of a project, newest first',
    options: [...filters, ['--everywhere', 'those of all projects']],
    examples: [
      'recordings list --project Sales',
      'recordings list --status failed --all',
      'recordings list --everywhere --status processing',
    ],
    columns: [
      ['ID', ({ id }) => id],
      ['NAME', ({ filename }) => filename],
      ['STATE', ({ status, stage }) => stage ?? status],
      ['SECONDS', ({ duration_seconds }) => duration_seconds],
      ['ANALYSES', ({ analysis_count }) => analysis_count],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: async (api, page, { everywhere, ...options }) => {
      const query = { ...page, ...toQuery(options) }
      if (everywhere) return api.listAllContent({ query })
      const found = await chooseProject(api, options.project)
      if (!found) return { data: [], pagination: { has_more: false, next_cursor: null } }
      return api.listContent({ path: { projectId: found.id }, query })
    },
  })
  define<Filters>(io, recordings, {
    name: 'ids',
    about: 'print the ids of all recordings of a project, in order',
    options: [...filters],
    examples: ['recordings ids --project Sales --status failed'],
    run: async ({ api, out }, options) => {
      const client = await api()
      const found = await chooseProject(client, options.project)
      if (!found) throw new UsageError('There is no project yet.')
      const path = { projectId: found.id }
      const { data } = await client.listContentIds({ path, query: toQuery(options) })
      out.result(data, data.ids)
    },
  })
}
