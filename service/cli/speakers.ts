import type { Command } from 'commander'
import type { TalkStatistics, TranscriptChange } from 'earshot/client'
import { define, noun } from './define.ts'
import { findRecording } from './find.ts'
import { UsageError, type Io } from './io.ts'

type InProject = { project?: string }
const inProject = [
  '--project <project>',
  'where it lies: id, slug or name; else all are searched',
] as const

/** earshot speakers … */
export function addSpeakers(io: Io, program: Command): void {
  const speakers = noun(program, 'speakers', 'who speaks in a recording')
  define<InProject>(io, speakers, {
    name: 'list <recording>',
    about: 'list the speakers, and how long they talk',
    options: [inProject],
    examples: ['speakers list cont_…'],
    run: async ({ api, out }, { project }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getTranscript({ path })
      out.result(data.speakers, linesOf(data))
    },
  })
  define<InProject>(io, speakers, {
    name: 'name <recording> <speaker> [name]',
    about: 'name a speaker; without a name, take it away',
    options: [inProject],
    examples: ['speakers name cont_… speaker_1 Mary'],
    run: async ({ api, out }, { project }, ...words) => {
      // Without a name the command line has two words.
      const [id = '', speakerId = '', name = null] = words
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const body = { name }
      const { data } = await client.updateSpeaker({ path: { ...path, speakerId }, body })
      out.result(data, linesOf(data))
    },
  })
  define<InProject>(io, speakers, {
    name: 'merge <recording> <speaker> <into>',
    about: 'merge a speaker into another who is the same person',
    options: [inProject],
    examples: ['speakers merge cont_… speaker_3 speaker_1'],
    run: async ({ api, out }, { project }, ...ids) => {
      const [id = '', speakerId = '', into = ''] = ids
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const at = { ...path, speakerId }
      const { data } = await client.mergeSpeakers({ path: at, body: { into } })
      out.result(data, linesOf(data))
    },
  })
  addSplit(io, speakers)
  addTalk(io, speakers)
}

function addTalk(io: Io, speakers: Command): void {
  define<InProject>(io, speakers, {
    name: 'talk <recording>',
    about: 'tell who spoke how much, how fast and in what mood',
    options: [inProject],
    examples: ['speakers talk cont_…'],
    run: async ({ api, out }, { project }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getTalkStatistics({ path })
      out.result(data, data.speakers.map(talkLine))
    },
  })
}

const talkLine = (one: TalkStatistics['speakers'][number]): string =>
  [
    one.speaker,
    `${Math.round(one.share * 100)} %`,
    one.words_per_minute === null ? '-' : `${one.words_per_minute} words/min`,
    `${one.turn_count} turns`,
    `${one.question_count} questions`,
    `${one.interruption_count} interruptions`,
  ].join('  ')

function addSplit(io: Io, speakers: Command): void {
  define<InProject & { name?: string; segments?: string }>(io, speakers, {
    name: 'split <recording> <speaker>',
    about: 'give some segments of a speaker to a new one',
    options: [
      inProject,
      ['--segments <ids>', 'the segments, with commas between them'],
      ['--name <name>', 'name of the new speaker'],
    ],
    examples: ['speakers split cont_… speaker_1 --segments seg_…,seg_… --name Paul'],
    run: async ({ api, out }, { project, name, segments }, id = '', speakerId = '') => {
      if (!segments) throw new UsageError('Say which segments: --segments seg_…,seg_….')
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const body = { segment_ids: segments.split(','), ...(name !== undefined && { name }) }
      const { data } = await client.splitSpeaker({ path: { ...path, speakerId }, body })
      out.result(data, linesOf(data))
    },
  })
}

const linesOf = ({ speakers }: Pick<TranscriptChange, 'speakers'>): string[] => {
  if (speakers.length === 0) return ['Nobody speaks.']
  return speakers.map(({ id, name, label, suggested_name: suggested, seconds }) => {
    const hint = suggested ? `, may be ${suggested}` : ''
    return `${id}  ${name ?? label} (${Math.round(seconds)} s${hint})`
  })
}
