import path from 'node:path'
import { Type } from 'typebox'
import {
  EarshotError,
  findProject,
  isFoundInFolders,
  mediaTypeOf,
  type Analysis,
  type Earshot,
} from '../client/index.ts'
import { Arguments, chooseProject, findRecording, pathOf, RecordingId } from './arguments.ts'
import { problem } from './data.ts'
import { toWholeAnalysis } from './result-tools.ts'
import { tool, type ToolContext } from './tool.ts'
import { toRecording } from './recording-tools.ts'

const Into = Type.Optional(
  Type.String({ minLength: 1, maxLength: 200, description: 'Into this project: id, slug or name' }),
)
const WaitSeconds = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 3_600,
    description:
      'How long to wait until it is done; 45 by default. It goes on without waiting, too',
  }),
)
const defaultWaitSeconds = 45

const tickTask = tool({
  name: 'tick_task',
  title: 'Tick a task',
  about: 'Ticks off a task of list_tasks, or opens it again. Only when the user says so.',
  input: Arguments({
    task: Type.String({ minLength: 1, maxLength: 100, description: 'Its id, act_…' }),
    project_id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'project_id of the task, as list_tasks tells it',
    }),
    is_done: Type.Optional(Type.Boolean({ description: 'true by default; false opens it again' })),
  }),
  isWriting: true,
  run: async ({ api }, { task, project_id: projectId, is_done = true }) => {
    const at = { projectId, actionId: task }
    const { data } = await api.updateAction({ path: at, body: { is_done } })
    return { task: { id: data.id, text: data.text, is_done: data.is_done } }
  },
})

const runPrompt = tool({
  name: 'run_prompt',
  title: 'Run a prompt',
  about:
    'Puts a prompt of list_prompts to a whole recording and answers what it found. What was found before ' +
    'is answered at once. Where it takes longer than the wait, read it later with get_analysis.',
  input: Arguments({
    recording: RecordingId,
    prompt: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Its id or name; without it the default of the project',
      }),
    ),
    force_new: Type.Optional(Type.Boolean({ description: 'Also where there is a result already' })),
    wait_seconds: WaitSeconds,
  }),
  isWriting: true,
  run: async (context, { recording, prompt, force_new = false, wait_seconds }) => {
    const { find, api } = context
    const at = pathOf(await findRecording(find, recording))
    const promptId = prompt === undefined ? {} : { prompt_id: await findPrompt(find, prompt) }
    const { data } = await api.analyzeContent({ path: at, body: { ...promptId, force_new } })
    return { analysis: toWholeAnalysis(await follow(context, at, data.analysis_id, wait_seconds)) }
  },
})

type Recording = { projectId: string; contentId: string }

/** Waits for an analysis; whoever cancels the call cancels the analysis. */
async function follow(
  { find, api, signal, report }: ToolContext,
  at: Recording,
  analysisId: string,
  waitSeconds: number | undefined,
): Promise<Analysis> {
  const which = { ...at, analysisId }
  try {
    await find.waitForAnalysis(which, waiting({ signal, report }, waitSeconds))
  } catch (error) {
    if (signal.aborted) await api.cancelAnalysis({ path: { analysisId } }).catch(() => undefined)
    if (!isStillAtWork(error)) throw error
  }
  return (await find.getAnalysis({ path: which })).data
}

const waiting = (
  { signal, report }: Pick<ToolContext, 'signal' | 'report'>,
  waitSeconds = defaultWaitSeconds,
) => ({ signal, onProgress: report, timeoutMs: waitSeconds * 1_000 })

const isStillAtWork = (error: unknown): boolean =>
  error instanceof EarshotError && error.code === 'wait_timeout'

async function findPrompt(api: Earshot, nameOrId: string): Promise<string> {
  const prompts = await Array.fromAsync(api.all(api.listPrompts))
  const name = nameOrId.toLowerCase()
  const found =
    prompts.find(({ id }) => id === nameOrId) ??
    prompts.find((one) => one.name.toLowerCase() === name)
  if (found) return found.id
  const names = prompts.slice(0, 50).map((one) => `"${one.name}"`)
  throw problem('not_found', `There is no prompt "${nameOrId}". There are: ${names.join(', ')}.`)
}

const uploadRecording = tool({
  name: 'upload_recording',
  title: 'Upload a recording',
  about:
    'Takes a recording, or subtitles, from a file of this machine and transcribes it. Where that ' +
    'takes longer than the wait, get_recording tells when it is done.',
  input: Arguments({
    file: Type.String({ minLength: 1, maxLength: 4_000, description: 'Its absolute path' }),
    project: Into,
    wait_seconds: WaitSeconds,
  }),
  isWriting: true,
  over: 'stdio',
  run: async (context, { file, project, wait_seconds }) => {
    const { find, api, signal, report, openFile } = context
    const filename = path.basename(file)
    // Not any text: whoever was recorded may tell an assistant to fetch one.
    const isOne = path.isAbsolute(file) && isFoundInFolders(filename)
    const text = 'file: Give the absolute path of a recording or of subtitles.'
    if (!openFile || !isOne) throw problem('invalid', text)
    const projectId = await chooseProject(find, project)
    const blob = await openFile(file).catch(() => {
      throw problem('no_such_file', `There is no file ${file} that can be read.`)
    })
    const onProgress = (sent: number, total: number) => report('uploading', sent / total / 10)
    const { id } = await api.upload(projectId, blob, { filename, onProgress, signal })
    return await transcribed(context, { projectId, contentId: id }, wait_seconds)
  },
})

/** Waits for the transcript. Who cancels waits no longer; the recording stays, and is transcribed. */
async function transcribed(
  { find, signal, report }: ToolContext,
  at: Recording,
  waitSeconds: number | undefined,
): Promise<object> {
  const later = (step: string, fraction: number) => report(step, 0.1 + fraction * 0.9)
  try {
    await find.waitForTranscript(at, waiting({ signal, report: later }, waitSeconds))
  } catch (error) {
    if (!isStillAtWork(error)) throw error
  }
  const { data } = await find.getContent({ path: at, query: { include: 'analyses' } })
  return { recording: toRecording(data) }
}

const startUpload = tool({
  name: 'start_upload',
  title: 'Start an upload',
  about:
    'Says where to send a recording: PUT its bytes to upload_url with the headers, then call finish_upload. ' +
    'For assistants that can send files themselves, such as with curl.',
  input: Arguments({
    filename: Type.String({ minLength: 1, maxLength: 1_024, description: 'With its ending' }),
    size_bytes: Type.Integer({ minimum: 1, description: 'The exact size of the file' }),
    project: Into,
  }),
  isWriting: true,
  over: 'http',
  run: async ({ find, api }, { filename, size_bytes, project }) => {
    const contentType = mediaTypeOf(filename)
    if (contentType === undefined)
      throw problem('invalid', 'filename: Its ending is of no recording.')
    const projectId = await chooseProject(find, project)
    const { data } = await api.createUpload({
      path: { projectId },
      body: { filename, content_type: contentType, size_bytes },
    })
    const { content_id: recording, upload_url, upload_method, upload_headers } = data
    return { recording, project_id: projectId, upload_url, upload_method, upload_headers }
  },
})

const finishUpload = tool({
  name: 'finish_upload',
  title: 'Finish an upload',
  about: 'Transcribes what was sent to the address of start_upload.',
  input: Arguments({
    recording: RecordingId,
    project: Type.String({ minLength: 1, maxLength: 200, description: 'As start_upload tells it' }),
    wait_seconds: WaitSeconds,
  }),
  isWriting: true,
  over: 'http',
  run: async (context, { recording: contentId, project, wait_seconds }) => {
    const { id: projectId } = await findProject(context.find, project)
    await context.api.completeUpload({ path: { projectId, contentId } })
    return await transcribed(context, { projectId, contentId }, wait_seconds)
  },
})

export const writingTools = [tickTask, runPrompt, uploadRecording, startUpload, finishUpload]
