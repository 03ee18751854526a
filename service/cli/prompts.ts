import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Earshot, PromptChange, PromptVersion, Trial, TryPromptRequest } from 'earshot/client'
import { binned, unbinned } from './bin.ts'
import { command, group, inProject, type InProject } from './command.ts'
import { findRecording } from './connect.ts'
import { UsageError } from './errors.ts'
import { operation, sayWhatToChange } from './operation.ts'

type PromptOptions = {
  name?: string
  description?: string
  schema?: string
  file?: string
  resultLanguage?: string
}
const resultOptions = [
  ['--schema <file>', 'JSON Schema of the result; "none" for free text'],
  ['--result-language <code>', 'of the result, as en or de; "speech" for that of the speech'],
] as const
const promptOptions = [['--description <text>', 'what it finds out'], ...resultOptions] as const

/** The language of a result as a body has it; `speech` stands for null. */
export const toResultLanguage = (code: string | undefined) =>
  code === undefined ? {} : { result_language: code === 'speech' ? null : code }

/** The fields of a prompt that a file and the options name. */
async function readPrompt(options: PromptOptions): Promise<PromptChange> {
  const { file, schema, name, description, resultLanguage } = options
  const text = file === undefined ? undefined : await readFile(file, 'utf8')
  return {
    ...(text !== undefined && (file?.endsWith('.json') ? toObject(text) : { template: text })),
    ...(schema === 'none' && { output_schema: null }),
    ...(schema && schema !== 'none' && { output_schema: toObject(await readFile(schema, 'utf8')) }),
    ...toResultLanguage(resultLanguage),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
}

function toObject(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('The file holds no JSON object.')
  return { ...value }
}

async function findVersion(api: Earshot, promptId: string, number: number): Promise<PromptVersion> {
  for await (const one of api.all(api.listPromptVersions, { path: { promptId } })) {
    if (one.version === number) return one
  }
  throw new UsageError(`This prompt has no version ${number}; see earshot prompts versions.`)
}

/** The first words of a text, on one line. */
const beginning = (text: string): string => {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

const trialLines = ({ id, status, model_used, confidence_score, result, error }: Trial) => [
  `${id}: ${status}${model_used ? ` (${model_used})` : ''}`,
  ...(confidence_score === null ? [] : [`found in the recording: ${confidence_score} of 100`]),
  error ? `${error.message} (${error.code})` : JSON.stringify(result, null, 2),
]

/** earshot prompts … */
export const prompts = group('prompts', 'prompts, which say how a recording is analysed', [
  operation('listPrompts', 'list', 'list the prompts, newest first', {
    columns: {
      ID: 'id',
      NAME: 'name',
      KIND: 'type',
      VERSION: 'version',
      DEFAULT: ({ is_default }) => (is_default ? 'yes' : ''),
    },
  }),
  operation('getPrompt', 'show <prompt>', 'show one, by its id'),
  operation(
    'createPrompt',
    'create <file>',
    'make one from a file: its text with {{transcript}}, or .json with all fields',
    {
      options: [['--name <name>', 'its name; without it that of the file'], ...promptOptions],
      examples: ['prompts create objections.txt --schema objections.schema.json'],
      // Whatever a .json file lacks, the service reports field by field.
      fields: async (options: PromptOptions, file = '') => ({
        name: path.parse(file).name,
        ...(await readPrompt({ ...options, file })),
      }),
    },
  ),
  operation(
    'updatePrompt',
    'update <prompt>',
    'change one; a new text or schema makes a new version, earlier ones stay',
    {
      options: [
        ['--name <name>', 'another name'],
        ['--file <file>', 'another text, as for create'],
        ...promptOptions,
      ],
      examples: ['prompts update prompt_… --file objections.txt'],
      fields: readPrompt,
      unchanged: sayWhatToChange,
    },
  ),
  operation('trashPrompt', 'trash <prompt>', 'put one into the bin', { lines: binned }),
  operation('restorePrompt', 'untrash <prompt>', 'take one out of the bin', {
    restores: true,
    lines: unbinned,
  }),
  operation('deletePrompt', 'delete <prompt>', 'delete one for good; analyses made with it stay', {
    removes: (id) => `prompt ${id}`,
  }),
  operation(
    'listPromptVersions',
    'versions <prompt>',
    'list the texts and schemas it had, newest first; --json prints them whole',
    {
      columns: {
        VERSION: 'version',
        '': ({ is_current }) => (is_current ? 'current' : ''),
        ANALYSES: 'analysis_count',
        'MADE BY': 'edited_by',
        CREATED: 'created_at',
        BEGINS: ({ template }) => beginning(template),
      },
    },
  ),
  operation(
    'describePromptFields',
    'fields <file>',
    'say which fields of a prompt from a file, as for create, are filled without a language model',
    {
      options: [...resultOptions, ['--language <code>', 'spoken, as en or de']],
      examples: ['prompts fields objections.txt --schema objections.schema.json'],
      fields: async (
        { language, ...options }: PromptOptions & { language?: string },
        file = '',
      ) => {
        const { name: _name, description: _about, ...text } = await readPrompt({ ...options, file })
        return { ...text, ...(language !== undefined && { language }) }
      },
      lines: ({ fields }) => fields.map(({ pointer, built_in }) => `${built_in}\t${pointer}`),
    },
  ),
  command({
    line: 'restore <prompt> <version>',
    about: 'return to the text and schema of a version, as a new one',
    run: async ({ api, out }, _options, promptId = '', number = '') => {
      const client = await api()
      const { template, output_schema } = await findVersion(client, promptId, Number(number))
      const body = { template, output_schema }
      out.record((await client.updatePrompt({ path: { promptId }, body })).data)
    },
  }),
  command<InProject & PromptOptions & { wait?: boolean }>({
    line: 'try <file> <recording>',
    about: 'try a prompt from a file, as for create, on a recording; nothing of it is saved',
    options: [inProject, ...resultOptions, ['--wait', 'wait for the result and print it']],
    examples: ['prompts try objections.txt cont_… --schema objections.schema.json --wait'],
    run: async ({ api, out, io: { signal } }, options, file = '', id = '') => {
      const { project, wait, ...prompt } = options
      const client = await api()
      const { path: recording } = await findRecording(client, id, project)
      // A .json file may hold a whole prompt: a trial has no use for its name and description.
      const { name: _name, description: _about, ...fields } = await readPrompt({ ...prompt, file })
      // Whatever the file lacks, the service reports field by field.
      const body = fields as TryPromptRequest
      const { data } = await client.tryPrompt({ path: recording, body })
      if (!wait) return out.record(data)
      const trial = { ...recording, trialId: data.trial_id }
      const done = await client.waitForTrial(trial, { onProgress: out.step(id), signal })
      out.result(done, trialLines(done))
    },
  }),
  operation('getTrial', 'trial <recording> <trial>', 'show what came of trying a prompt', {
    examples: ['prompts trial cont_… trial_… --json | jq .result'],
    lines: trialLines,
  }),
  operation('deleteTrial', 'drop <recording> <trial>', 'give a trial up, or forget its result', {
    removes: (_recording, id) => `trial ${id}`,
  }),
])
