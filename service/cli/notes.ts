import type { Command } from 'commander'
import type { Marker, Notes } from 'earshot/client'
import { define, noun } from './define.ts'
import { findRecording } from './find.ts'
import { UsageError, type Io } from './io.ts'

type InProject = { project?: string }
const inProject = [
  '--project <project>',
  'where it lies: id, slug or name; else all are searched',
] as const

/** earshot notes … */
export function addNotes(io: Io, program: Command): void {
  const notes = noun(program, 'notes', 'what you wrote down beside a recording')
  define<InProject>(io, notes, {
    name: 'show <recording>',
    about: 'show the notes and marked moments of a recording',
    options: [inProject],
    examples: ['notes show cont_…'],
    run: async ({ api, out }, { project }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getNotes({ path })
      out.result(data, linesOf(data))
    },
  })
  define<InProject & { marker?: string[] }>(io, notes, {
    name: 'write <recording> <text>',
    about: 'replace the notes of a recording; its marked moments too where any are given',
    options: [inProject, ['--marker <moments...>', 'seconds, or seconds:label, of each moment']],
    examples: ['notes write cont_… "Ask Paul about the price." --marker 83.5:Price 120'],
    run: async ({ api, out }, { project, marker }, id = '', text = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const markers = marker?.map(toMarker) ?? (await client.getNotes({ path })).data.markers
      const { data } = await client.putNotes({ path, body: { text, markers } })
      out.result(data, linesOf(data))
    },
  })
}

function toMarker(given: string): Marker {
  const [, seconds = '', label = ''] = /^([\d.]+)(?::(.*))?$/s.exec(given) ?? []
  if (seconds !== '' && Number.isFinite(Number(seconds))) {
    return { at_seconds: Number(seconds), label }
  }
  throw new UsageError(`A moment is given as 83.5 or as 83.5:Price, not as ${given}.`)
}

const linesOf = ({ text, markers }: Notes): string[] => {
  if (text === '' && markers.length === 0) return ['Nothing was written down.']
  const moments = markers.map(({ at_seconds: at, label }) => `${at.toFixed(1)} s  ${label}`.trim())
  return [...(text === '' ? [] : [text]), ...moments]
}
