import type { Command } from 'commander'
import type { Analysis, AnalysisListItem, AnalysisOverview, Earshot } from 'earshot/client'
import { define, defineList, inState, noun } from './define.ts'
import { findRecording } from './find.ts'
import type { Io } from './io.ts'
import type { OnStep } from './output.ts'
import { toResultLanguage } from './prompt-file.ts'

type InProject = { project?: string }
type RunOptions = InProject & Asked & { wait?: boolean }
type InState = { status?: AnalysisOverview['status'] | 'open' }
const inProject = [
  '--project <project>',
  'where the recording lies; else all are searched',
] as const

/** earshot analyses … */
export function addAnalyses(io: Io, program: Command): void {
  const analyses = noun(program, 'analyses', 'what prompts made of recordings')
  defineList<InProject, AnalysisListItem>(io, analyses, {
    name: 'list <recording>',
    about: 'list the analyses of a recording, newest first',
    options: [inProject],
    examples: ['analyses list cont_…'],
    columns: [
      ['ID', ({ id }) => id],
      ['PROMPT', ({ prompt_name }) => prompt_name],
      ['VERSION', ({ version }) => version],
      ['STATE', ({ status }) => status],
      ['CONFIDENCE', ({ confidence_score }) => confidence_score],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: async (api, query, { project }, id = '') => {
      const { path } = await findRecording(api, id, project)
      return api.listAnalyses({ path, query })
    },
  })
  defineList<InState, AnalysisOverview>(io, analyses, {
    name: 'all',
    about: 'list those of all recordings, newest first',
    options: [inState],
    examples: ['analyses all --status open'],
    columns: [
      ['ID', ({ id }) => id],
      ['RECORDING', ({ filename }) => filename],
      ['PROMPT', ({ prompt_name }) => prompt_name],
      ['STATE', ({ status }) => status],
      ['CREATED', ({ created_at }) => created_at],
    ],
    load: (api, page, { status }) =>
      api.listAllAnalyses({ query: { ...page, ...(status && { status }) } }),
  })
  define<InProject>(io, analyses, {
    name: 'show <recording> <analysis>',
    about: 'show one with its result',
    options: [inProject],
    examples: ['analyses show cont_… ana_… --json | jq .result'],
    run: async ({ api, out }, { project }, id = '', analysisId = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      const { data } = await client.getAnalysis({ path: { ...path, analysisId } })
      out.result(data, resultLines(data))
    },
  })
  define<RunOptions>(io, analyses, {
    name: 'run <recording>',
    about: 'analyse a transcribed recording',
    options: [
      inProject,
      ['--prompt <id>', 'with this prompt; else with that of the project'],
      ['--new', 'again, where the same was done already'],
      ['--result-language <code>', 'of the result; "speech" for that of the speech'],
      ['--wait', 'wait for the result and print it'],
    ],
    examples: ['analyses run cont_… --prompt prompt_… --wait'],
    run: async ({ api, out, io: { signal } }, { project, wait, ...asked }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      if (!wait) {
        const { data } = await client.analyzeContent({ path, body: toBody(asked) })
        return out.record(data)
      }
      const onProgress = out.step(id)
      const done = await runAnalysis(client, path, { ...asked, onProgress, signal })
      out.result(done, resultLines(done))
    },
  })
  define(io, analyses, {
    name: 'cancel <analysis>',
    about: 'cancel one that waits or is at work',
    examples: ['analyses cancel ana_…'],
    run: async ({ api, out }, _options, analysisId = '') => {
      const { data } = await (await api()).cancelAnalysis({ path: { analysisId } })
      out.result(data, resultLines(data))
    },
  })
}

type Asked = { prompt?: string; new?: boolean; resultLanguage?: string }

const toBody = ({ prompt, new: isNew, resultLanguage }: Asked) => ({
  ...(prompt && { prompt_id: prompt }),
  ...(isNew && { force_new: true }),
  ...toResultLanguage(resultLanguage),
})

/** Analyses a recording and waits for what comes of it. */
export async function runAnalysis(
  api: Earshot,
  path: { projectId: string; contentId: string },
  { onProgress, signal, ...asked }: Asked & { onProgress: OnStep; signal: AbortSignal },
): Promise<Analysis> {
  const { data } = await api.analyzeContent({ path, body: toBody(asked) })
  return api.waitForAnalysis(
    { ...path, analysisId: data.analysis_id },
    { onProgress: () => onProgress('analyzing', 0), signal },
  )
}

const resultLines = ({ prompt_name, version, status, model_used, result, error }: Analysis) => [
  `${prompt_name}, version ${version}: ${status}${model_used ? ` (${model_used})` : ''}`,
  error ? `${error.message} (${error.code})` : JSON.stringify(result, null, 2),
]
