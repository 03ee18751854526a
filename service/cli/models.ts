import type { Command } from 'commander'
import type { Model } from 'earshot/client'
import { choice, define, defineList, defineRemove, noun } from './define.ts'
import type { Io } from './io.ts'

type Kind = Model['kind']
const kinds: Kind[] = [
  'speech-to-text',
  'voice-activity',
  'speaker-embedding',
  'speaker-segmentation',
  'language-model',
  'text-embedding',
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
      ['STATE', ({ state }) => state.status],
      ['FITS', ({ fits }) => fits.verdict],
      ['DEFAULT', ({ is_default }) => (is_default ? 'yes' : '')],
      ['SPEED HERE', ({ measured_speed }) => measured_speed?.times_real_time],
    ],
    load: (api, page, { kind }) => api.listModels({ query: { ...page, ...(kind && { kind }) } }),
  })
  define(io, models, {
    name: 'install <id>',
    about: 'begin to fetch a model; the list tells how far it is',
    examples: ['models install whisper-small-q5_1', 'models list --json | jq .data[].state'],
    run: async ({ api, out }, _options, modelId = '') =>
      out.record((await (await api()).installModel({ path: { modelId } })).data),
  })
  define(io, models, {
    name: 'cancel <id>',
    about: 'stop fetching a model; what has come stays for the next try',
    examples: ['models cancel whisper-small-q5_1'],
    run: async ({ api, out }, _options, modelId = '') =>
      out.record((await (await api()).cancelModel({ path: { modelId } })).data),
  })
  define(io, models, {
    name: 'verify <id>',
    about: 'begin to compare an installed model with its hash',
    examples: ['models verify whisper-small-q5_1'],
    run: async ({ api, out }, _options, modelId = '') =>
      out.record((await (await api()).verifyModel({ path: { modelId } })).data),
  })
  defineRemove(io, models, {
    name: 'remove <id>',
    about: 'delete the file of an installed model',
    examples: ['models remove whisper-small-q5_1'],
    what: (id) => `the model ${id}`,
    remove: async (api, _options, modelId = '') =>
      (await api.deleteModel({ path: { modelId } })).data,
  })
}
