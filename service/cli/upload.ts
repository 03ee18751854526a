import { openAsBlob } from 'node:fs'
import path from 'node:path'
import { findProject, mediaTypeOf, type ContentItem, type Earshot } from 'earshot/client'
import { runAnalysis, unansweredLines } from './analyses.ts'
import { command, type Tools } from './command.ts'
import { hashFile } from '../core/hash-file.ts'
import { chooseProject } from './connect.ts'
import type { OnStep } from './output.ts'
import { speechOptions, toSpeech, type SpeechOptions } from './speech-options.ts'

type UploadOptions = SpeechOptions & {
  project?: string
  wait?: boolean
  prompt?: string
  first?: boolean
}

const defaultProject = 'My recordings'

/** earshot upload …, which is also earshot recordings upload … */
export const upload = command<UploadOptions>({
  line: 'upload <files...>',
  about: 'send recordings to be transcribed, or transcripts to be imported',
  options: [
    ['--project <project>', 'id, slug or name; without it the first project'],
    ['--wait', 'wait for the transcript and print it'],
    ['--prompt <id>', 'analyze with this prompt once transcribed; implies --wait'],
    ['--first', 'before what waits, as for a call that has just ended'],
    ...speechOptions,
  ],
  examples: [
    'upload call.m4a',
    'upload zoom.vtt',
    'upload *.mp3 --project Sales --wait --language de',
  ],
  run: (tools, options, ...files) => uploadAll(tools, options, files),
})

async function uploadAll(tools: Tools, options: UploadOptions, files: string[]): Promise<void> {
  const { out } = tools
  const api = await tools.api()
  const project = await targetProject(api, options.project)
  const results: unknown[] = []
  for (const file of files) {
    const onStep = out.step(file)
    const speech = toSpeech(options)
    const sending = { onStep, signal: tools.io.signal, speech, isFirst: options.first === true }
    const content = await uploadFile(api, project.id, file, sending)
    if (options.wait || options.prompt) results.push(await finish(tools, content, file, options))
    else {
      results.push({ content })
      if (!out.isJson) out.result(null, [`${file}: ${content.id} in "${project.name}"`])
    }
  }
  if (out.isJson) out.result({ project, results }, [])
}

async function finish(
  { api, out, io: { signal } }: Tools,
  content: ContentItem,
  file: string,
  { prompt }: UploadOptions,
) {
  const client = await api()
  const onProgress = out.step(file)
  const recording = { projectId: content.project_id, contentId: content.id }
  const transcript = await client.waitForTranscript(recording, { onProgress, signal })
  if (!out.isJson) out.result(null, [out.colors.bold(file), transcript.text])
  const analysis = prompt
    ? await runAnalysis(client, recording, { prompt, onProgress, signal })
    : null
  if (analysis && !out.isJson)
    out.result(null, [JSON.stringify(analysis.result, null, 2), ...unansweredLines(analysis)])
  return { content: { ...content, status: 'completed' }, transcript, analysis }
}

const targetProject = async (api: Earshot, nameOrId?: string) =>
  nameOrId === undefined
    ? ((await chooseProject(api)) ??
      (await api.createProject({ body: { name: defaultProject } })).data)
    : findProject(api, nameOrId)

type Sending = {
  onStep: OnStep
  signal: AbortSignal
  speech: ReturnType<typeof toSpeech>
  isFirst: boolean
}

/** Sends a file from disk, without reading it into memory. */
async function uploadFile(
  api: Earshot,
  projectId: string,
  file: string,
  { onStep, signal, speech, isFirst }: Sending,
): Promise<ContentItem> {
  const type = mediaTypeOf(file)
  if (!type)
    throw new Error(`${file}: the name does not end like that of a recording or a transcript.`)
  const blob = await openFile(file, type)
  const onProgress = (read: number) => onStep('reading', read / Math.max(1, blob.size))
  return api.upload(projectId, blob, {
    sha256: await hashFile(file, { signal, onProgress }),
    filename: path.basename(file),
    contentType: type,
    signal,
    speech,
    resumes: true,
    ...(isFirst && { priority: 'first' }),
    onProgress: (sent, total) => onStep('sending', sent / total),
  })
}

async function openFile(file: string, type: string): Promise<Blob> {
  try {
    return await openAsBlob(file, { type })
  } catch (error) {
    throw new Error(`There is no such file: ${file}`, { cause: error })
  }
}
