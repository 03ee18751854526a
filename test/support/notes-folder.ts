import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestApp } from './app.ts'
import { scriptedWriter, written } from './engine.ts'
import { givenRecording } from './factory.ts'

/** A writer that finds the same two tasks in every recording. */
export const writerOfTwoTasks = () =>
  scriptedWriter(async () => {
    const action_items = [{ task: 'Send the contract', owner: 'Ada' }, { task: 'Call *Paul*' }]
    return written({ summary: 'They talk about a contract.', action_items })
  })

/** A new folder for notes, outside of every data folder; `end` removes it. */
export async function givenFolder(): Promise<{ path: string; end: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-notes-'))
  return { path: folder, end: () => rm(folder, { recursive: true, force: true }) }
}

export const folderUrl = (projectId: string): string => `/v1/projects/${projectId}/notes-folder`

/**
 * Folders are looked at every minute, and files that were written by hand are taken as whole once they
 * stay the same for a second.
 */
export async function settle(app: TestApp): Promise<void> {
  for (const ms of [60_000, 1_000]) {
    await app.idle()
    app.clock.advance(ms)
  }
  await app.idle()
}

/** All Markdown files of a folder, with what is in them. */
export async function readNotes(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true })
  const notes = names.filter((name) => name.endsWith('.md')).toSorted()
  const texts = notes.map((name) => readFile(path.join(folder, name), 'utf8'))
  const read = await Promise.all(texts)
  return Object.fromEntries(notes.map((name, at) => [name, read[at] ?? '']))
}

/** A prompt whose analyses have tasks. */
export async function givenTaskPrompt(app: TestApp): Promise<string> {
  const prompt = { name: 'Meeting', template: '{{transcript}}', output_schema: { type: 'object' } }
  return (await app.call('POST', '/v1/prompts', { body: prompt })).body.data.id
}

/** A recording with two tasks; the app needs `writerOfTwoTasks`. */
export async function givenRecordingWithTasks(
  app: TestApp,
  projectId: string,
  promptId: string,
): Promise<string> {
  const id = await givenRecording(app, projectId, { filename: 'Call with Mary.wav' })
  const url = `/v1/projects/${projectId}/content/${id}/analyze`
  await app.call('POST', url, { body: { prompt_id: promptId } })
  await app.idle()
  return id
}

export type Task = { id: string; text: string; is_done: boolean }

export const listTasks = async (app: TestApp, projectId: string, contentId: string) =>
  (await app.call('GET', `/v1/projects/${projectId}/actions?content_id=${contentId}`)).body
    .data as Task[]
