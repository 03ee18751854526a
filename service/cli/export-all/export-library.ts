import path from 'node:path'
import type { Action, ContentItem, ProjectListItem } from 'earshot/client'
import { freeName, readableName } from '../../core/readable-name.ts'
import type { Output } from '../output.ts'
import { toActionsCsv } from './actions-csv.ts'
import { makeFolder, toJsonFile, writeWhole } from './export-folder.ts'
import { exportRecording, type Work } from './export-recording.ts'
import type { ExportedProject } from './exported.ts'
import { toIndexPage } from './index-page.ts'

type Whole = Work & { folder: string; step: Output['step'] }
type Counted = Whole & { total: number; count: () => number }

const rootNames = ['index.html', 'actions.csv', 'prompts.json'] as const
const projectNames = ['project.json', 'insights.json', 'actions.csv'] as const

/**
 * Writes the projects, one after another, then what is about all of them.
 * @param done filled on the way, so that one who stops can be told what is written
 */
export async function exportLibrary(whole: Whole, done: ExportedProject[]): Promise<void> {
  const { api, folder } = whole
  const projects = await Array.fromAsync(api.all(api.listProjects))
  const total = projects.reduce((sum, { content_count }) => sum + content_count, 0)
  const count = () => done.reduce((sum, { recordings }) => sum + recordings.length, 0)
  const taken = new Set<string>(rootNames)
  for (const project of projects) {
    const name = freeName(taken, readableName(project.name))
    await exportProject({ ...whole, total, count }, project, name, done)
  }
  await writeWhole(path.join(folder, 'prompts.json'), toJsonFile(await readPrompts(whole)))
  const rows = done.flatMap(({ name, actions }) => toRows(name, actions))
  await writeWhole(path.join(folder, 'actions.csv'), toActionsCsv(rows))
  await writeWhole(path.join(folder, 'index.html'), toIndexPage(done, new Date()))
}

async function exportProject(
  { folder: root, ...work }: Counted,
  project: ProjectListItem,
  name: string,
  done: ExportedProject[],
): Promise<void> {
  const { api, signal, step, total, count } = work
  const folder = await makeFolder(root, name)
  const exported: ExportedProject = {
    ...{ folder: name, name: project.name, files: [] },
    ...{ recordings: [], actions: [] },
  }
  done.push(exported)
  const write = async (file: (typeof projectNames)[number], content: string) => {
    await writeWhole(path.join(folder, file), content)
    exported.files.push(file)
  }
  const at = { projectId: project.id }
  await write('project.json', toJsonFile((await api.getProject({ path: at, signal })).data))
  const insights = await Array.fromAsync(api.all(api.listInsights, { path: at, signal }))
  if (insights.length > 0) await write('insights.json', toJsonFile(insights))
  exported.actions = await Array.fromAsync(api.all(api.listActions, { path: at, signal }))
  await write('actions.csv', toActionsCsv(toRows(project.name, exported.actions)))
  const taken = new Set<string>(projectNames)
  for await (const item of api.all(api.listContent, { path: at, signal })) {
    signal.throwIfAborted()
    const onStep = step(`${Math.min(count() + 1, total)} of ${total}`)
    onStep(item.filename, 0)
    const place = { parent: folder, name: freeName(taken, folderName(item)) }
    exported.recordings.push(await exportRecording({ api, signal, onStep }, item, place))
  }
}

const toRows = (project: string, actions: readonly Action[]) =>
  actions.map((action) => ({ project, action }))

/** `2026-11-23 Call with Mary` */
function folderName({ filename, created_at }: ContentItem): string {
  const title = filename.slice(0, filename.length - path.extname(filename).length)
  return `${created_at.slice(0, 10)} ${readableName(title)}`
}

/** Each with its earlier texts, which older analyses were made with. */
async function readPrompts({ api, signal }: Work) {
  const prompts = []
  for await (const prompt of api.all(api.listPrompts)) {
    const at = { promptId: prompt.id }
    const versions = await Array.fromAsync(api.all(api.listPromptVersions, { path: at, signal }))
    prompts.push({ ...prompt, versions })
  }
  return prompts
}
