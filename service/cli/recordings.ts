import type { Command } from 'commander'
import { choice, define, defineRemove, noun } from './define.ts'
import { addControl } from './control.ts'
import { download } from './download.ts'
import { findRecording } from './find.ts'
import { UsageError, type Io } from './io.ts'
import { addRecordingLists } from './recording-lists.ts'
import { speechOptions, toSpeech, type SpeechOptions } from './speech-options.ts'
import { addUpload } from './upload.ts'
import { addWaveform } from './waveform.ts'

const inProject = [
  '--project <project>',
  'where it lies: id, slug or name; else all are searched',
] as const
type InProject = { project?: string }

/** earshot recordings … (in the API: content) */
export function addRecordings(io: Io, program: Command): void {
  const recordings = noun(program, 'recordings', 'recordings and their transcripts').alias(
    'content',
  )
  addRecordingLists(io, recordings)
  define<InProject>(io, recordings, {
    name: 'show <recording>',
    about: 'show one, with its state and analyses',
    options: [inProject],
    examples: ['recordings show cont_…'],
    run: async ({ api, out }, { project }, id = '') => {
      const { content } = await findRecording(await api(), id, project)
      const { transcript: _left, analyses, last_completed_analyses: before, ...record } = content
      const named = (list: typeof analyses) =>
        (list ?? []).map((one) => `${one.prompt_name} (${one.status}) ${one.id}`)
      const lists = { analyses: named(analyses), last_completed_analyses: named(before) }
      out.record(out.isJson ? content : { ...record, ...lists })
    },
  })
  addUpload(io, recordings)
  addTranscript(io, recordings)
  define<InProject & SpeechOptions>(io, recordings, {
    name: 'reprocess <recording>',
    about: 'transcribe it again, as before or in another way',
    options: [inProject, ...speechOptions],
    examples: ['recordings reprocess cont_…', 'recordings reprocess cont_… --language de'],
    run: async ({ api, out }, { project, ...speech }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      out.record((await client.reprocessContent({ path, body: toSpeech(speech) })).data)
    },
  })
  addControl(io, recordings)
  addWaveform(io, recordings)
  defineRemove(io, recordings, {
    name: 'delete <recording>',
    about: 'delete a recording with its transcript and analyses',
    options: [inProject],
    examples: ['recordings delete cont_… --yes'],
    what: (id) => `recording ${id}`,
    remove: async (api, { project }, id = '') => {
      const { path } = await findRecording(api, id, project)
      return (await api.deleteContent({ path })).data
    },
  })
  define<InProject & { output?: string }>(io, recordings, {
    name: 'download <recording>',
    about: 'save the sound or film itself',
    options: [inProject, ['-o, --output <file>', 'where to; without it, the name it came with']],
    examples: ['recordings download cont_… -o call.m4a'],
    run: async ({ api, out }, { project, output }, id = '') => {
      const { content } = await findRecording(await api(), id, project)
      const saved = await download(content, output, out.step(content.filename))
      out.result(saved, [`${saved.file}: ${saved.size_bytes} bytes`])
    },
  })
}

function addTranscript(io: Io, recordings: Command): void {
  define<InProject & { format?: string }>(io, recordings, {
    name: 'transcript <recording>',
    about: 'print what was said',
    options: [
      inProject,
      choice('--format <format>', 'the words, or all there is', ['text', 'json']).default('text'),
    ],
    examples: ['recordings transcript cont_…', 'recordings transcript cont_… --format json'],
    run: async ({ api, out }, { project, format }, id = '') => {
      const client = await api()
      const { path, content } = await findRecording(client, id, project)
      if (content.status === 'uploaded') throw new UsageError('Its upload was never finished.')
      const { data } = await client.getTranscript({ path })
      out.result(data, format === 'json' ? [JSON.stringify(data, null, 2)] : [data.text])
    },
  })
}
