import { Option } from 'commander'
import type { Chapter, ContentItem, ContentOverview, ListContentData } from 'earshot/client'
import { binned, unbinned } from './bin.ts'
import {
  command,
  group,
  inProject,
  listCommand,
  type InProject,
  type OptionSpec,
} from './command.ts'
import { chooseProject, findRecording } from './connect.ts'
import { download } from './download.ts'
import { UsageError } from './errors.ts'
import { operation, sayWhatToChange } from './operation.ts'
import { schemaOf } from './schema.ts'
import { toClock } from '../core/clock-time.ts'
import { toSize } from './size.ts'
import { speechOptions, toSpeech, type SpeechOptions } from './speech-options.ts'
import { upload } from './upload.ts'

type Query = NonNullable<ListContentData['query']>
type Filters = {
  project?: string
  status?: ContentItem['status']
  after?: string
  before?: string
  name?: string
  sort?: NonNullable<Query['sort']>
}

const { fields } = schemaOf('listContent')
const filters: readonly OptionSpec[] = [
  ['--project <project>', 'id, slug or name; without it the first project'],
  new Option('--status <status>', 'only those in this state').choices(
    fields['status']?.schema.enum ?? [],
  ),
  ['--after <time>', 'only those made after this ISO 8601 time'],
  ['--before <time>', 'only those made before this ISO 8601 time'],
  ['--name <text>', 'only those with this in their name'],
  new Option('--sort <order>', 'in this order').choices(fields['sort']?.schema.enum ?? []),
]

const toQuery = ({ status, after, before, name, sort }: Filters): Query => ({
  ...(status && { status }),
  ...(after && { created_after: after }),
  ...(before && { created_before: before }),
  ...(name && { q: name }),
  ...(sort && { sort }),
})

const blocks = '▁▂▃▄▅▆▇█'
const width = 60

const chapterLines = ({ start, title, gist }: Chapter): string[] => [
  `${toClock(start)}  ${title ?? '-'}`,
  ...(gist === null ? [] : [`  ${gist}`]),
]

/** One channel of a waveform, as wide as a terminal is. */
function toBlocks(peaks: readonly number[]): string {
  const each = Math.max(1, Math.ceil(peaks.length / width))
  return Array.from({ length: Math.ceil(peaks.length / each) }, (_, at) => {
    const most = Math.max(...peaks.slice(at * each, (at + 1) * each))
    return blocks[Math.min(blocks.length - 1, Math.floor((most / 100) * blocks.length))]
  }).join('')
}

const toLine = ({ content_id: id, gist, speakers, open_actions: open }: ContentOverview) => {
  const names = speakers.map(({ name, label }) => name ?? label).join(', ')
  return `${id}  ${names}  ${open} open  ${gist ?? ''}`.trimEnd()
}

/** earshot recordings … (in the API: content) */
export const recordings = group('recordings', 'recordings and their transcripts', [
  listCommand<Filters & { everywhere?: boolean }, ContentItem>({
    line: 'list',
    about: 'list the recordings of a project, newest first',
    options: [...filters, ['--everywhere', 'those of all projects']],
    examples: [
      'recordings list --project Sales',
      'recordings list --status failed --all',
      'recordings list --everywhere --status processing',
    ],
    columns: {
      ID: 'id',
      NAME: 'filename',
      STATE: ({ status, stage }) => stage ?? status,
      SECONDS: 'duration_seconds',
      ANALYSES: 'analysis_count',
      CREATED: 'created_at',
    },
    load: async (api, page, { everywhere, ...options }) => {
      const query = { ...page, ...toQuery(options) }
      if (everywhere) return api.listAllContent({ query })
      const found = await chooseProject(api, options.project)
      if (!found) return { data: [], pagination: { has_more: false, next_cursor: null } }
      return api.listContent({ path: { projectId: found.id }, query })
    },
  }),
  command<Filters>({
    line: 'ids',
    about: 'print the ids of all recordings of a project, in order',
    options: filters,
    examples: ['recordings ids --project Sales --status failed'],
    run: async ({ api, out }, options) => {
      const client = await api()
      const found = await chooseProject(client, options.project)
      if (!found) throw new UsageError('There is no project yet.')
      const path = { projectId: found.id }
      const { data } = await client.listContentIds({ path, query: toQuery(options) })
      out.result(data, data.ids)
    },
  }),
  operation('listOverviews', 'overviews', 'tell what recordings are about', {
    options: [['--ids <ids>', 'of these: a comma list']],
    examples: ['recordings overviews --ids cont_…,cont_…'],
    lines: ({ overviews }) =>
      overviews.length > 0 ? overviews.map(toLine) : ['There is no such recording'],
  }),
  command<InProject>({
    line: 'show <recording>',
    about: 'show one, with its state and analyses',
    options: [inProject],
    run: async ({ api, out }, { project }, id = '') => {
      const { content } = await findRecording(await api(), id, project)
      const { transcript: _left, analyses, last_completed_analyses: before, ...record } = content
      const named = (list: typeof analyses) =>
        (list ?? []).map((one) => `${one.prompt_name} (${one.status}) ${one.id}`)
      const lists = { analyses: named(analyses), last_completed_analyses: named(before) }
      out.record(out.isJson ? content : { ...record, ...lists })
    },
  }),
  upload,
  command<InProject & { format?: string; partial?: true }>({
    line: 'transcript <recording>',
    about: 'print what was said',
    options: [
      inProject,
      ['--partial', 'while it is transcribed: what is heard so far'],
      new Option('--format <format>', 'the words, or all there is')
        .choices(['text', 'json'])
        .default('text'),
    ],
    examples: ['recordings transcript cont_…', 'recordings transcript cont_… --format json'],
    run: async ({ api, out }, { project, format, partial }, id = '') => {
      const client = await api()
      const { path, content } = await findRecording(client, id, project)
      if (content.status === 'uploaded') throw new UsageError('Its upload was never finished.')
      const { data } = await client.getTranscript({ path, ...(partial && { query: { partial } }) })
      out.result(data, format === 'json' ? [JSON.stringify(data, null, 2)] : [data.text])
    },
  }),
  operation(
    'createUploadParts',
    'upload-parts <recording>',
    'tell which parts of a large upload are still to come, with their addresses',
    {
      lines: ({ parts }) =>
        parts.length === 0
          ? ['It is sent whole.']
          : parts.map((one) => `${one.part_number}  ${one.upload_url ?? 'has arrived'}`),
    },
  ),
  operation(
    'reprocessContent',
    'reprocess <recording>',
    'transcribe it again, as before or in another way',
    {
      options: speechOptions,
      examples: ['recordings reprocess cont_…', 'recordings reprocess cont_… --language de'],
      fields: (options: SpeechOptions) => toSpeech(options),
    },
  ),
  operation(
    'pauseContent',
    'pause <recording>',
    'pause its transcription; what is finished is kept',
  ),
  operation('resumeContent', 'resume <recording>', 'go on with a paused transcription'),
  operation('prioritizeContent', 'prioritize <recording>', 'do it before all else that waits'),
  operation(
    'cancelContent',
    'cancel <recording>',
    'cancel its transcription; an earlier transcript stays',
  ),
  operation('listChapters', 'chapters <recording>', 'tell what it is about, part by part', {
    lines: (chapters) =>
      chapters.length === 0 ? ['It has no chapters.'] : chapters.flatMap(chapterLines),
  }),
  operation('getWaveform', 'waveform <recording>', 'draw how loud it is from end to end', {
    lines: ({ peaks }) => peaks.map(toBlocks),
  }),
  operation('updateContent', 'update <recording>', 'change its title, its time or its project', {
    options: [
      ['--title <title>', 'what to call it; "none" for the name of its file'],
      ['--recorded-at <time>', 'when it took place, ISO 8601; "none" for when it came in'],
      ['--to <project>', 'the project to move it to', 'project_id'],
    ],
    examples: ['recordings update cont_… --title "Budget with Mary" --to Sales'],
    fields: ({ title, recordedAt }: { title?: string; recordedAt?: string }) => ({
      ...(title === 'none' && { title: null }),
      ...(recordedAt === 'none' && { recorded_at: null }),
    }),
    unchanged: sayWhatToChange,
  }),
  operation('trashContent', 'trash <recording>', 'put a recording into the bin', {
    lines: binned,
  }),
  operation('restoreContent', 'untrash <recording>', 'take a recording out of the bin', {
    restores: true,
    lines: unbinned,
  }),
  operation(
    'deleteContent',
    'delete <recording>',
    'delete a recording with its transcript and analyses, for good',
    { removes: (id) => `recording ${id}` },
  ),
  command<InProject & { output?: string }>({
    line: 'download <recording>',
    about: 'save the sound or film itself',
    options: [inProject, ['-o, --output <file>', 'where to; without it, the name it came with']],
    examples: ['recordings download cont_… -o call.m4a'],
    run: async ({ api, out, io: { signal } }, { project, output }, id = '') => {
      const { content } = await findRecording(await api(), id, project)
      const saved = await download(content, output, {
        onStep: out.step(content.filename),
        signal,
      })
      out.result(saved, [`${saved.file}: ${toSize(saved.size_bytes)}`])
    },
  }),
])
