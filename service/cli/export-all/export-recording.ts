import path from 'node:path'
import { EarshotError, type ContentItem, type Earshot, type Notes } from 'earshot/client'
import { isFullDisk } from '../../core/full-disk.ts'
import { freeName, readableName } from '../../core/readable-name.ts'
import { toClock } from '../../core/clock-time.ts'
import { download } from '../download.ts'
import type { OnStep } from '../output.ts'
import { toAnalysisMarkdown } from './analysis-markdown.ts'
import { makeFolder, toJsonFile, writeWhole } from './export-folder.ts'
import type { ExportedRecording } from './exported.ts'

export type Work = { api: Earshot; signal: AbortSignal }
type Task = Work & { folder: string; item: ContentItem; exported: ExportedRecording }

const transcripts = ['md', 'vtt', 'json'] as const
const ownNames = ['recording.json', 'notes.md', 'notes.json', 'analyses'] as const

/** Writes all that there is about a recording into a folder of its own. */
export async function exportRecording(
  work: Work & { onStep: OnStep },
  item: ContentItem,
  { parent, name }: { parent: string; name: string },
): Promise<ExportedRecording> {
  const exported = { folder: name, item, media: null, files: [], bytes: 0, gaps: [] }
  const task: Task = { ...work, item, exported, folder: await makeFolder(parent, name) }
  await attempt(task, 'media', () => exportMedia(task, work.onStep))
  await exportTranscript(task)
  await attempt(task, 'notes', () => exportNotes(task))
  await attempt(task, 'analyses', () => exportAnalyses(task))
  await write(task, 'recording.json', toJsonFile(item))
  return exported
}

/** Does a part; where that fails for this recording alone, notes it and lets the others go on. */
async function attempt(task: Task, what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (task.signal.aborted || !(error instanceof Error) || isEverybodys(error)) throw error
    task.exported.gaps.push({ what, reason: error.message })
  }
}

/** The service is gone, the key is refused, or the folder takes no more. */
const isEverybodys = (error: Error): boolean =>
  error instanceof EarshotError
    ? [0, 401, 403].includes(error.status)
    : isFullDisk(error) || 'syscall' in error

async function write({ folder, exported }: Task, name: string, content: string | Blob) {
  exported.bytes += await writeWhole(path.join(folder, name), content)
  exported.files.push(name)
}

async function exportMedia({ api, signal, item, folder, exported }: Task, onStep: OnStep) {
  if (item.source === 'import') return // a transcript of another program: there is no sound
  const at = { projectId: item.project_id, contentId: item.id }
  const { data } = await api.getContent({ path: at, query: { include: 'analyses' }, signal })
  const taken = new Set<string>(ownNames)
  for (const format of transcripts) taken.add(`transcript.${format}`)
  const name = freeName(taken, readableName(item.filename))
  const step: OnStep = (_saving, fraction) => onStep(item.filename, fraction)
  const options = { onStep: step, signal, mode: 0o600 }
  const saved = await download(data, path.join(folder, name), options).catch(explainMissing)
  exported.media = name
  exported.bytes += saved.size_bytes
  if (data.media?.state === 'damaged' || saved.size_bytes !== item.size_bytes) {
    throw new Error('The file is not as it was sent: it is damaged.')
  }
}

function explainMissing(error: unknown): never {
  const isMissing = error instanceof EarshotError && error.status === 404
  throw isMissing ? new Error('Its file is not in the library.', { cause: error }) : error
}

async function exportTranscript(task: Task): Promise<void> {
  const { api, signal, item, exported } = task
  if (!item.has_transcript) {
    const reason = item.error?.message ?? `There is none: the recording is ${item.status}.`
    exported.gaps.push({ what: 'transcript', reason })
    return
  }
  const at = { projectId: item.project_id, contentId: item.id }
  for (const format of transcripts) {
    await attempt(task, `transcript.${format}`, async () => {
      const { blob } = await api.exportTranscript(at, { format, signal })
      await write(task, `transcript.${format}`, blob)
    })
  }
}

async function exportNotes(task: Task): Promise<void> {
  const { api, signal, item } = task
  const at = { projectId: item.project_id, contentId: item.id }
  const { data } = await api.getNotes({ path: at, signal })
  if (data.text === '' && data.markers.length === 0) return
  await write(task, 'notes.md', toNotesMarkdown(data))
  await write(task, 'notes.json', toJsonFile(data))
}

/** The text as it was typed, each line with its moment where that is known; then the marked moments. */
function toNotesMarkdown({ text, line_times: times, markers }: Notes): string {
  const timed = text.split('\n').map((line, at) => {
    const time = times[at] ?? null
    return time === null ? line : `${line} (${toClock(time)})`
  })
  const lines = markers.map(({ at_seconds, label }) =>
    `- ${toClock(at_seconds)} ${label}`.trimEnd(),
  )
  return [timed.join('\n'), lines.join('\n')]
    .flatMap((part) => (part === '' ? [] : [`${part}\n`]))
    .join('\n')
}

/** All that were completed, of each prompt every version. */
async function exportAnalyses(task: Task): Promise<void> {
  const { api, signal, item, folder } = task
  const at = { projectId: item.project_id, contentId: item.id }
  const taken = new Set<string>()
  for await (const { id, status } of api.all(api.listAnalyses, { path: at, signal })) {
    if (status !== 'completed') continue
    const { data } = await api.getAnalysis({ path: { ...at, analysisId: id }, signal })
    if (taken.size === 0) await makeFolder(folder, 'analyses')
    const name = freeName(taken, readableName(`${data.prompt_name}, version ${data.version}`))
    await write(task, `analyses/${name}.md`, toAnalysisMarkdown(data, item.filename))
    await write(task, `analyses/${name}.json`, toJsonFile(data))
  }
}
