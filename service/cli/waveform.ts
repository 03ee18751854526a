import type { Command } from 'commander'
import { define } from './define.ts'
import { findRecording } from './find.ts'
import type { Io } from './io.ts'

type InProject = { project?: string }

const blocks = '▁▂▃▄▅▆▇█'
const columns = 60

/** earshot recordings waveform: a line a channel, as wide as a terminal is. */
export function addWaveform(io: Io, recordings: Command): void {
  define<InProject>(io, recordings, {
    name: 'waveform <recording>',
    about: 'draw how loud it is from end to end',
    options: [
      ['--project <project>', 'where it lies: id, slug or name; else all are searched'] as const,
    ],
    examples: ['recordings waveform cont_…', 'recordings waveform cont_… --json'],
    run: async ({ api, out }, { project }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getWaveform({ path })
      out.result(data, data.peaks.map(lineOf))
    },
  })
}

function lineOf(peaks: readonly number[]): string {
  const width = Math.max(1, Math.ceil(peaks.length / columns))
  return Array.from({ length: Math.ceil(peaks.length / width) }, (_, at) => {
    const most = Math.max(...peaks.slice(at * width, (at + 1) * width))
    return blocks[Math.min(blocks.length - 1, Math.floor((most / 100) * blocks.length))]
  }).join('')
}
