import type { Command } from 'commander'
import type { Model } from 'earshot/client'
import { choice, defineList, noun } from './define.ts'
import type { Io } from './io.ts'

type Kind = Model['kind']
const kinds: Kind[] = [
  'speech-to-text',
  'voice-activity',
  'speaker-embedding',
  'speaker-segmentation',
  'language-model',
]

/** earshot models … */
export function addModels(io: Io, program: Command): void {
  const models = noun(program, 'models', 'the models that transcribe and analyse')
  defineList<{ kind?: Kind }, Model>(io, models, {
    name: 'list',
    about: 'list the known models, and how fast they are here (times real time)',
    options: [choice('--kind <kind>', 'only those of this kind', kinds)],
    examples: ['models list --all', 'models list --kind speech-to-text'],
    columns: [
      ['ID', ({ id }) => id],
      ['KIND', ({ kind }) => kind],
      ['LANGUAGES', ({ languages }) => languages],
      ['MB', ({ bytes }) => Math.round(bytes / 1e6)],
      ['INSTALLED', ({ is_installed }) => (is_installed ? 'yes' : '')],
      ['DEFAULT', ({ is_default }) => (is_default ? 'yes' : '')],
      ['SPEED HERE', ({ measured_speed }) => measured_speed?.times_real_time],
    ],
    load: (api, page, { kind }) => api.listModels({ query: { ...page, ...(kind && { kind }) } }),
  })
}
