import { readFile } from 'node:fs/promises'
import {
  findProject,
  mediaTypeOf,
  type Marker,
  type Notes,
  type TalkStatistics,
  type TranscriptChange,
} from 'earshot/client'
import { command, group, inProject, type InProject } from './command.ts'
import { findRecording } from './connect.ts'
import { UsageError } from './errors.ts'
import { confirm } from './io.ts'
import { operation } from './operation.ts'

const segmentLines = (segments: TranscriptChange['segments']): string[] =>
  segments.map(({ id, speaker, text }) => `${id}  ${speaker}: ${text}`)

function requireTranscriptType(file: string): string {
  const type = mediaTypeOf(file)
  if (type && !/^(audio|video)\//.test(type)) return type
  throw new UsageError(`${file}: the name does not end like that of a transcript.`)
}

/** earshot transcripts …: corrections of what was said, and versions */
export const transcripts = group('transcripts', 'corrections of transcripts, and their versions', [
  operation(
    'updateSegment',
    'correct <recording> <segment>',
    'correct what was said, or who said it',
    {
      options: [
        ['--text <text>', 'what was really said; "" removes the segment'],
        ['--speaker <name>', 'who said it: one of the speakers, else a new one'],
      ],
      examples: [
        'transcripts correct cont_… seg_… --text "We will send the contract."',
        'transcripts correct cont_… seg_… --speaker Mary',
      ],
      unchanged: 'Say what to correct: --text or --speaker.',
      lines: ({ segments, removed_segment_ids: removed }) => {
        const lines = [...segmentLines(segments), ...removed.map((id) => `${id} is gone`)]
        return lines.length > 0 ? lines : ['Nothing to change.']
      },
    },
  ),
  operation('splitSegment', 'split <recording> <segment>', 'split a segment in two at a word', {
    options: [
      ['--word <number>', 'the word, counted from 0, with which the second part begins'],
      ['--speaker <id>', 'who says the second part, as speaker_2', 'speaker_id'],
    ],
    examples: ['transcripts split cont_… seg_… --word 4 --speaker speaker_2'],
    fields: ({ word }: { word?: string }) => {
      const index = Number(word)
      if (!Number.isInteger(index)) throw new UsageError('Say at which word: --word 4.')
      return { word_index: index }
    },
    lines: ({ segments }) => segmentLines(segments),
  }),
  operation(
    'importTranscript',
    'import <recording> <file>',
    'replace the words by those of another program',
    {
      examples: ['transcripts import cont_… zoom.vtt'],
      fields: async (_options: object, _recording = '', file = '') => ({
        content_type: requireTranscriptType(file),
        text: await readFile(file, 'utf8'),
      }),
      lines: ({ version, word_count: words }) => [`Version ${version}, ${words} words.`],
    },
  ),
  operation(
    'listTranscriptVersions',
    'versions <recording>',
    'list the versions of a transcript, newest first',
    {
      columns: {
        VERSION: 'version',
        '': ({ is_current }) => (is_current ? 'current' : ''),
        'MADE BY': ({ origin, model_used }) => (origin === 'machine' ? model_used : origin),
        FROM: 'based_on',
        WORDS: 'word_count',
        UPDATED: 'updated_at',
      },
    },
  ),
  operation(
    'restoreTranscriptVersion',
    'restore <recording> <version>',
    'return to an older version, as a new one',
  ),
])

const speakerLines = ({ speakers }: Pick<TranscriptChange, 'speakers'>): string[] => {
  if (speakers.length === 0) return ['Nobody speaks.']
  return speakers.map(({ id, name, label, suggested_name: suggested, seconds }) => {
    const hint = suggested ? `, may be ${suggested}` : ''
    return `${id}  ${name ?? label} (${Math.round(seconds)} s${hint})`
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

/** earshot speakers … */
export const speakers = group('speakers', 'who speaks in a recording', [
  command<InProject>({
    line: 'list <recording>',
    about: 'list the speakers, and how long they talk',
    options: [inProject],
    run: async ({ api, out }, { project }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getTranscript({ path })
      out.result(data.speakers, speakerLines(data))
    },
  }),
  operation(
    'updateSpeaker',
    'name <recording> <speaker> [name]',
    'name a speaker; without a name, take it away',
    {
      examples: ['speakers name cont_… speaker_1 Mary'],
      // Without a name the command line has two words.
      fields: (_options, ...words) => ({ name: words[2] ?? null }),
      lines: speakerLines,
    },
  ),
  operation(
    'mergeSpeakers',
    'merge <recording> <speaker> <into>',
    'merge a speaker into another who is the same person',
    { examples: ['speakers merge cont_… speaker_3 speaker_1'], lines: speakerLines },
  ),
  operation(
    'splitSpeaker',
    'split <recording> <speaker>',
    'give some segments of a speaker to a new one',
    {
      options: [
        ['--segments <ids>', 'the segments, with commas between them'],
        ['--name <name>', 'name of the new speaker'],
      ],
      examples: ['speakers split cont_… speaker_1 --segments seg_…,seg_… --name Paul'],
      fields: ({ segments }: { segments?: string }) => {
        if (!segments) throw new UsageError('Say which segments: --segments seg_…,seg_….')
        return { segment_ids: segments.split(',') }
      },
      lines: speakerLines,
    },
  ),
  operation(
    'getTalkStatistics',
    'talk <recording>',
    'tell who spoke how much, how fast and in what mood',
    { lines: (talk) => talk.speakers.map(talkLine) },
  ),
])

const noteLines = ({ text, markers }: Notes): string[] => {
  if (text === '' && markers.length === 0) return ['Nothing was written down.']
  const moments = markers.map(({ at_seconds: at, label }) => `${at.toFixed(1)} s  ${label}`.trim())
  return [...(text === '' ? [] : [text]), ...moments]
}

function toMarker(text: string): Marker {
  const [, seconds = '', label = ''] = /^([\d.]+)(?::(.*))?$/s.exec(text) ?? []
  if (seconds !== '' && Number.isFinite(Number(seconds))) {
    return { at_seconds: Number(seconds), label }
  }
  throw new UsageError(`A moment is given as 83.5 or as 83.5:Price, not as ${text}.`)
}

/** earshot notes … */
export const notes = group('notes', 'what you wrote down beside a recording', [
  operation('getNotes', 'show <recording>', 'show the notes and marked moments of a recording', {
    lines: noteLines,
  }),
  command<InProject & { marker?: string[] }>({
    line: 'write <recording> <text>',
    about: 'replace the notes of a recording; its marked moments too if any are given',
    options: [inProject, ['--marker <moments...>', 'seconds, or seconds:label, of each moment']],
    examples: ['notes write cont_… "Ask Paul about the price." --marker 83.5:Price 120'],
    run: async ({ api, out }, { project, marker }, id = '', text = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const markers = marker?.map(toMarker) ?? (await client.getNotes({ path })).data.markers
      const { data } = await client.putNotes({ path, body: { text, markers } })
      out.result(data, noteLines(data))
    },
  }),
])

/** earshot voices … */
export const voices = group('voices', 'people whose voice a project remembers', [
  operation('listVoices', 'list <project>', 'list them, newest first', {
    columns: {
      ID: 'id',
      NAME: 'name',
      SAMPLES: 'sample_count',
      SECONDS: 'seconds',
      UPDATED: 'updated_at',
    },
  }),
  command<{ all?: boolean; yes?: boolean }>({
    line: 'forget <project> [voice]',
    about: 'forget one for good, or all',
    options: [
      ['--all', 'all of the project'],
      ['-y, --yes', 'do not ask'],
    ],
    examples: ['voices forget Sales voice_… --yes', 'voices forget Sales --all'],
    run: async ({ api, out, io }, { all, yes }, project = '', voiceId) => {
      if (Boolean(all) === Boolean(voiceId)) throw new UsageError('Name a voice, or say --all.')
      const what = voiceId ? `voice ${voiceId}` : `all voices of ${project}`
      if (!yes) await confirm(io, `Forget ${what}?`)
      const client = await api()
      const { id: projectId } = await findProject(client, project)
      const forgotten = voiceId
        ? await client.deleteVoice({ path: { projectId, voiceId } })
        : await client.forgetVoices({ path: { projectId } })
      out.result(forgotten.data, [`${what}: forgotten`])
    },
  }),
])
