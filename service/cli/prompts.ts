import type { Command } from 'commander'
import type { NewPrompt, Prompt } from 'earshot/client'
import { define, defineList, defineRemove, noun } from './define.ts'
import { UsageError, type Io } from './io.ts'
import { promptFields, readPrompt, type PromptFile } from './prompt-file.ts'
import { addPromptVersions } from './prompt-versions.ts'
import { addTrials } from './trials.ts'

const fields = [['--description <text>', 'what it finds out'], ...promptFields] as const

/** earshot prompts … */
export function addPrompts(io: Io, program: Command): void {
  const prompts = noun(program, 'prompts', 'prompts, which say how a recording is analysed')
  defineList<object, Prompt>(io, prompts, {
    name: 'list',
    about: 'list the prompts, newest first',
    examples: ['prompts list'],
    columns: [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['KIND', ({ type }) => type],
      ['VERSION', ({ version }) => version],
      ['DEFAULT', ({ is_default }) => (is_default ? 'yes' : '')],
    ],
    load: (api, query) => api.listPrompts({ query }),
  })
  define(io, prompts, {
    name: 'show <prompt>',
    about: 'show one, by its id',
    examples: ['prompts show prompt_…'],
    run: async ({ api, out }, _options, promptId = '') =>
      out.record((await (await api()).getPrompt({ path: { promptId } })).data),
  })
  define<PromptFile>(io, prompts, {
    name: 'create <file>',
    about: 'make one from a file: its text with {{transcript}}, or .json with all fields',
    options: [['--name <name>', 'its name; without it that of the file'], ...fields],
    examples: ['prompts create objections.txt --schema objections.schema.json'],
    run: async ({ api, out }, options, file = '') => {
      const name =
        file
          .split(/[\\/]/)
          .at(-1)
          ?.replace(/\.[^.]+$/, '') ?? file
      const body = { name, ...(await readPrompt({ ...options, file })) }
      // What a .json file lacks, the service says field by field.
      out.record((await (await api()).createPrompt({ body: body as NewPrompt })).data)
    },
  })
  define<PromptFile>(io, prompts, {
    name: 'update <prompt>',
    about: 'change one; a new text or schema makes a new version, earlier ones stay',
    options: [
      ['--name <name>', 'another name'],
      ['--file <file>', 'another text, as for create'],
      ...fields,
    ],
    examples: ['prompts update prompt_… --file objections.txt'],
    run: async ({ api, out }, options, promptId = '') => {
      const body = await readPrompt(options)
      if (Object.keys(body).length === 0) throw new UsageError('Say what to change; see --help.')
      out.record((await (await api()).updatePrompt({ path: { promptId }, body })).data)
    },
  })
  defineRemove(io, prompts, {
    name: 'delete <prompt>',
    about: 'delete one; analyses made with it stay',
    examples: ['prompts delete prompt_… --yes'],
    what: (id) => `prompt ${id}`,
    remove: async (api, _options, promptId = '') =>
      (await api.deletePrompt({ path: { promptId } })).data,
  })
  addPromptVersions(io, prompts)
  addTrials(io, prompts)
}
