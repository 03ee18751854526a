import type { Analysis, Earshot } from 'earshot/client'
import { command, group, inProject, type InProject } from './command.ts'
import { findRecording } from './connect.ts'
import { operation } from './operation.ts'
import type { OnStep } from './output.ts'
import { toResultLanguage } from './prompts.ts'

type AnalysisOptions = { prompt?: string; new?: boolean; resultLanguage?: string }

const toBody = ({ prompt, new: isNew, resultLanguage }: AnalysisOptions) => ({
  ...(prompt && { prompt_id: prompt }),
  ...(isNew && { force_new: true }),
  ...toResultLanguage(resultLanguage),
})

/** Analyses a recording and waits for the result. */
export async function runAnalysis(
  api: Earshot,
  path: { projectId: string; contentId: string },
  { onProgress, signal, ...options }: AnalysisOptions & { onProgress: OnStep; signal: AbortSignal },
): Promise<Analysis> {
  const { data } = await api.analyzeContent({ path, body: toBody(options) })
  return api.waitForAnalysis(
    { ...path, analysisId: data.analysis_id },
    { onProgress: () => onProgress('analyzing', 0), signal },
  )
}

const resultLines = (analysis: Analysis) => {
  const { prompt_name, version, status, model_used, result, error } = analysis
  return [
    `${prompt_name}, version ${version}: ${status}${model_used ? ` (${model_used})` : ''}`,
    error ? `${error.message} (${error.code})` : JSON.stringify(result, null, 2),
    ...unansweredLines(analysis),
  ]
}

/** What the built-in analyser left out. */
export const unansweredLines = ({ needs_language_model: pointers }: Analysis): string[] =>
  pointers && pointers.length > 0 ? [`Needs a language model: ${pointers.join(', ')}`] : []

/** earshot analyses … */
export const analyses = group('analyses', 'what prompts made of recordings', [
  operation('listAnalyses', 'list <recording>', 'list the analyses of a recording, newest first', {
    columns: {
      ID: 'id',
      PROMPT: 'prompt_name',
      VERSION: 'version',
      STATE: 'status',
      CONFIDENCE: 'confidence_score',
      CREATED: 'created_at',
    },
  }),
  operation('listAllAnalyses', 'all', 'list those of all recordings, newest first', {
    options: [['--status <status>', 'only those in this state']],
    examples: ['analyses all --status open'],
    columns: {
      ID: 'id',
      RECORDING: 'filename',
      PROMPT: 'prompt_name',
      STATE: 'status',
      CREATED: 'created_at',
    },
  }),
  operation('getAnalysis', 'show <recording> <analysis>', 'show one with its result', {
    examples: ['analyses show cont_… ana_… --json | jq .result'],
    lines: resultLines,
  }),
  command<InProject & AnalysisOptions & { wait?: boolean }>({
    line: 'run <recording>',
    about: 'analyse a transcribed recording',
    options: [
      inProject,
      ['--prompt <id>', 'with this prompt; else with that of the project'],
      ['--new', 'again, even if the same was done already'],
      ['--result-language <code>', 'of the result; "speech" for that of the speech'],
      ['--wait', 'wait for the result and print it'],
    ],
    examples: ['analyses run cont_… --prompt prompt_… --wait'],
    run: async ({ api, out, io: { signal } }, { project, wait, ...options }, id = '') => {
      const client = await api()
      const { path } = await findRecording(client, id, project)
      if (!wait) {
        const { data } = await client.analyzeContent({ path, body: toBody(options) })
        return out.record(data)
      }
      const onProgress = out.step(id)
      const done = await runAnalysis(client, path, { ...options, onProgress, signal })
      out.result(done, resultLines(done))
    },
  }),
  operation('cancelAnalysis', 'cancel <analysis>', 'cancel one that is waiting or running', {
    lines: resultLines,
  }),
])
