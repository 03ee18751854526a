import type { Command } from 'commander'
import type { TranscriptVersion } from 'earshot/client'
import { define, defineList, noun } from './define.ts'
import { findRecording } from './find.ts'
import { UsageError, type Io } from './io.ts'

type InProject = { project?: string }
const inProject = [
  '--project <project>',
  'where it lies: id, slug or name; else all are searched',
] as const

/** earshot transcripts …: corrections of what was said, and versions */
export function addTranscripts(io: Io, program: Command): void {
  const transcripts = noun(program, 'transcripts', 'corrections of transcripts, and their versions')
  addCorrect(io, transcripts)
  define<InProject & { word: string; speaker?: string }>(io, transcripts, {
    name: 'split <recording> <segment>',
    about: 'split a segment in two at a word',
    options: [
      inProject,
      ['--word <number>', 'the word, counted from 0, with which the second part begins'],
      ['--speaker <id>', 'who says the second part, as speaker_2'],
    ],
    examples: ['transcripts split cont_… seg_… --word 4 --speaker speaker_2'],
    run: async ({ api, out }, { project, word, speaker }, id = '', segmentId = '') => {
      const index = Number(word)
      if (!Number.isInteger(index)) throw new UsageError('Say at which word: --word 4.')
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const body = { word_index: index, ...(speaker !== undefined && { speaker_id: speaker }) }
      const { data } = await client.splitSegment({ path: { ...path, segmentId }, body })
      out.result(data, linesOf(data.segments))
    },
  })
  addVersions(io, transcripts)
}

function addCorrect(io: Io, transcripts: Command): void {
  define<InProject & { text?: string; speaker?: string }>(io, transcripts, {
    name: 'correct <recording> <segment>',
    about: 'correct what was said, or who said it',
    options: [
      inProject,
      ['--text <text>', 'what was really said; "" removes the segment'],
      ['--speaker <name>', 'who said it: one of the speakers, else a new one'],
    ],
    examples: [
      'transcripts correct cont_… seg_… --text "We will send the contract."',
      'transcripts correct cont_… seg_… --speaker Mary',
    ],
    run: async ({ api, out }, { project, text, speaker }, id = '', segmentId = '') => {
      if (text === undefined && speaker === undefined) {
        throw new UsageError('Say what to correct: --text or --speaker.')
      }
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const body = {
        ...(text !== undefined && { text }),
        ...(speaker !== undefined && { speaker }),
      }
      const { data } = await client.updateSegment({ path: { ...path, segmentId }, body })
      const gone = data.removed_segment_ids.map((removed) => `${removed} is gone`)
      const lines = [...linesOf(data.segments), ...gone]
      out.result(data, lines.length > 0 ? lines : ['Nothing to change.'])
    },
  })
}

function addVersions(io: Io, transcripts: Command): void {
  defineList<InProject, TranscriptVersion>(io, transcripts, {
    name: 'versions <recording>',
    about: 'list the versions of a transcript, newest first',
    options: [inProject],
    examples: ['transcripts versions cont_…'],
    columns: [
      ['VERSION', ({ version }) => version],
      ['', ({ is_current }) => (is_current ? 'current' : '')],
      ['MADE BY', ({ origin, model_used }) => (origin === 'machine' ? model_used : origin)],
      ['FROM', ({ based_on }) => based_on],
      ['WORDS', ({ word_count }) => word_count],
      ['UPDATED', ({ updated_at }) => updated_at],
    ],
    load: async (api, query, { project }, id = '') => {
      const { path } = await findRecording(api, id, project)
      return api.listTranscriptVersions({ path, query })
    },
  })
  define<InProject>(io, transcripts, {
    name: 'restore <recording> <version>',
    about: 'return to an older version, as a new one',
    options: [inProject],
    examples: ['transcripts restore cont_… 1'],
    run: async ({ api, out }, { project }, id = '', version = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const at = { ...path, version: Number(version) }
      out.record((await client.restoreTranscriptVersion({ path: at })).data)
    },
  })
}

const linesOf = (segments: readonly { id: string; speaker: string; text: string }[]): string[] =>
  segments.map(({ id, speaker, text }) => `${id}  ${speaker}: ${text}`)
