/** The library of a person's own machine, with a bit of everything. */
import { randomBytes } from 'node:crypto'
import { createEarshot, type Earshot } from 'earshot/client'
import { startTestApp, type TestApp } from './app.ts'
import { openLibraryDatabase } from './database.ts'
import { scriptedTranscriber } from './engine.ts'
import { writerOfTasks } from './actions.ts'
import { twoPeople } from './voices.ts'

export type DesktopLibrary = {
  app: TestApp
  api: Earshot
  projectId: string
  /** Transcribed, corrected, analysed, with notes and a ticked task. */
  recordingId: string
  recording: { projectId: string; contentId: string }
  /** An imported transcript. */
  importedId: string
  binnedId: string
  /** In a project that is in the bin. */
  buriedId: string
  promptId: string
}

/** `bytes` of sound in the one recording; nothing decodes it. */
export async function startDesktop(bytes = 300_000): Promise<DesktopLibrary> {
  const app = await startTestApp({
    db: await openLibraryDatabase(),
    transcriber: scriptedTranscriber(async () => twoPeople()),
    writer: writerOfTasks(),
  })
  const api = createEarshot({ baseUrl: app.baseUrl, apiKey: app.sessionToken })
  const template = 'Which objections came up? {{transcript}}'
  const prompt = (await api.createPrompt({ body: { name: 'Objections', template } })).data
  const changed = { template: `${template} In one line each.` }
  await api.updatePrompt({ path: { promptId: prompt.id }, body: changed })
  const vocabulary = [{ term: 'Kubernetes', heard_as: ['cuber netes'] }]
  await api.updateOrganization({ body: { settings: { vocabulary } } })
  const settings = { default_prompt_id: prompt.id, language: 'en', voice_memory: true, vocabulary }
  const project = (await api.createProject({ body: { name: 'Sales', settings } })).data
  const other = (await api.createProject({ body: { name: 'Old things' } })).data

  const upload = async (projectId: string, filename: string, content: BlobPart) => {
    const { id } = await api.upload(projectId, new Blob([content]), { filename })
    await app.idle()
    return id
  }
  const recordingId = await upload(project.id, '2026-11-20 Call.wav', randomBytes(bytes))
  const lines = 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Mary>We will send the offer.\n'
  const importedId = await upload(project.id, 'zoom.vtt', lines)
  const binnedId = await upload(project.id, 'wrong.wav', randomBytes(1_000))
  const buriedId = await upload(other.id, 'buried.wav', randomBytes(1_000))

  const recording = { projectId: project.id, contentId: recordingId }
  await correct(api, recording)
  await analyse(app, api, recording)
  await api.trashContent({ path: { projectId: project.id, contentId: binnedId } })
  await api.trashProject({ path: { projectId: other.id } })
  await api.createApiKey({ body: { name: 'Report', scopes: ['read'] } })
  const ids = { recordingId, importedId, binnedId, buriedId, promptId: prompt.id }
  return { app, api, projectId: project.id, recording, ...ids }
}

type Recording = DesktopLibrary['recording']

async function correct(api: Earshot, path: Recording): Promise<void> {
  await api.updateContent({ path, body: { title: 'Call with Mary' } })
  await api.updateSpeaker({ path: { ...path, speakerId: 'speaker_1' }, body: { name: 'Mary' } })
  const { segments } = (await api.getTranscript({ path })).data
  const segmentId = segments[0]?.id ?? ''
  const text = 'We will send the contract on Tuesday.'
  await api.updateSegment({ path: { ...path, segmentId }, body: { text } })
  const markers = [{ at_seconds: 2, label: 'Decision' }]
  await api.putNotes({ path, body: { text: 'Ask Paul about the price.', markers } })
}

async function analyse(app: TestApp, api: Earshot, path: Recording): Promise<void> {
  const prompts = (await api.listPrompts({ query: { limit: 100 } })).data
  for (const { id } of prompts.filter(({ name }) => ['Meeting', 'Objections'].includes(name))) {
    await api.analyzeContent({ path, body: { prompt_id: id } })
    await app.idle()
  }
  const { projectId } = path
  for (const { id } of (await api.listActions({ path: { projectId } })).data) {
    await api.updateAction({ path: { projectId, actionId: id }, body: { is_done: true } })
  }
}
