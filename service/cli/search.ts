import type { Command } from 'commander'
import type { ContentItem, SearchResult, SearchSpeaker } from 'earshot/client'
import { choice, defineList } from './define.ts'
import { findProject } from './find.ts'
import type { Io } from './io.ts'

type Filters = {
  project?: string
  status?: ContentItem['status']
  after?: string
  before?: string
  speaker?: string
}

/** earshot search … */
export function addSearch(io: Io, program: Command): void {
  defineList<Filters, SearchResult>(io, program, {
    name: 'search <words...>',
    about: 'find recordings in which this was said',
    options: [
      ['--project <project>', 'only in this project: id, slug or name'],
      choice('--status <status>', 'only those in this state', [
        'uploaded',
        'processing',
        'completed',
        'failed',
      ]),
      ['--after <time>', 'only those made after this ISO 8601 time'],
      ['--before <time>', 'only those made before this ISO 8601 time'],
      ['--speaker <name>', 'only what this speaker said: the name as it is shown'],
    ],
    examples: [
      'search contract renewal',
      'search price --project Sales --json',
      'search contract --speaker Mary',
    ],
    columns: [
      ['ID', ({ id }) => id],
      ['PROJECT', ({ project_name }) => project_name],
      ['NAME', ({ filename }) => filename],
      ['WHERE', ({ highlight }) => plain(highlight)],
    ],
    load: async (api, page, { project, status, after, before, speaker }, ...words) => {
      const found = project === undefined ? null : await findProject(api, project)
      const query = {
        q: words.join(' '),
        ...page,
        ...(found && { project_id: found.id }),
        ...(status && { status }),
        ...(after && { created_after: after }),
        ...(before && { created_before: before }),
        ...(speaker && { speaker }),
      }
      return api.searchContent({ query })
    },
  })
  defineList<{ project?: string }, SearchSpeaker>(io, program, {
    name: 'search-speakers [beginning]',
    about: 'list the names of speakers that --speaker of search takes',
    options: [['--project <project>', 'only in this project: id, slug or name']],
    examples: ['search-speakers', 'search-speakers ma --project Sales'],
    columns: [
      ['NAME', ({ name }) => name],
      ['RECORDINGS', ({ content_count: count }) => String(count)],
    ],
    load: async (api, page, { project }, beginning) => {
      const found = project === undefined ? null : await findProject(api, project)
      const query = {
        ...page,
        ...(found && { project_id: found.id }),
        ...(beginning && { q: beginning }),
      }
      return api.listSearchSpeakers({ query })
    },
  })
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The highlight is HTML, escaped but for its marks. */
const plain = (html: string): string =>
  html.replace(/<\/?mark>/g, '*').replace(/&(amp|lt|gt|quot|#39);/g, (one) => entities[one] ?? one)
