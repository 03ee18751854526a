import type { Command } from 'commander'
import type { Trial, TryPromptRequest } from 'earshot/client'
import { define, defineRemove } from './define.ts'
import { findRecording } from './find.ts'
import type { Io } from './io.ts'
import { promptFields, readPrompt, type PromptFile } from './prompt-file.ts'

type InProject = { project?: string }
type TryOptions = InProject & PromptFile & { wait?: boolean }
const inProject = [
  '--project <project>',
  'where the recording lies; else all are searched',
] as const

/** earshot prompts try, trial and drop: a prompt on one recording, before it is saved. */
export function addTrials(io: Io, prompts: Command): void {
  define<TryOptions>(io, prompts, {
    name: 'try <file> <recording>',
    about: 'try a prompt from a file, as for create, on a recording; nothing of it is saved',
    options: [inProject, ...promptFields, ['--wait', 'wait for the result and print it']],
    examples: ['prompts try objections.txt cont_… --schema objections.schema.json --wait'],
    run: async ({ api, out, io: { signal } }, options, file = '', id = '') => {
      const { project, wait, ...asked } = options
      const client = await api()
      const { path } = await findRecording(client, id, project)
      // A .json file may hold a whole prompt: what a trial has no use for is left out.
      const { name: _name, description: _about, ...body } = await readPrompt({ ...asked, file })
      // What the file lacks, the service says field by field.
      const { data } = await client.tryPrompt({ path, body: body as TryPromptRequest })
      if (!wait) return out.record(data)
      const step = out.step(id)
      const trial = { ...path, trialId: data.trial_id }
      const done = await client.waitForTrial(trial, { onProgress: step, signal })
      out.result(done, resultLines(done))
    },
  })
  define<InProject>(io, prompts, {
    name: 'trial <recording> <trial>',
    about: 'show what came of trying a prompt',
    options: [inProject],
    examples: ['prompts trial cont_… trial_… --json | jq .result'],
    run: async ({ api, out }, { project }, id = '', trialId = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getTrial({ path: { ...path, trialId } })
      out.result(data, resultLines(data))
    },
  })
  defineRemove(io, prompts, {
    name: 'drop <recording> <trial>',
    about: 'give a trial up, or forget its result',
    options: [inProject],
    examples: ['prompts drop cont_… trial_… --yes'],
    what: (_id, trialId) => `trial ${trialId}`,
    remove: async (api, { project }, id = '', trialId = '') => {
      const { path } = await findRecording(api, id, project)
      return (await api.deleteTrial({ path: { ...path, trialId } })).data
    },
  })
}

const resultLines = ({ id, status, model_used, confidence_score, result, error }: Trial) => [
  `${id}: ${status}${model_used ? ` (${model_used})` : ''}`,
  ...(confidence_score === null ? [] : [`found in the recording: ${confidence_score} of 100`]),
  error ? `${error.message} (${error.code})` : JSON.stringify(result, null, 2),
]
