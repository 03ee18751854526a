import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notice } from '../../../service/mcp/data.ts'
import { givenAction, writerOfTasks } from '../../support/actions.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { callTool, connectAssistant } from '../../support/assistant.ts'
import { givenKey, givenProject, givenRecording } from '../../support/factory.ts'
import { fetchChecked } from '../../support/own-document.ts'

let app: TestApp
let client: Client
let projectId: string
let recording: string
let task: string
beforeAll(async () => {
  app = await startTestApp({ writer: writerOfTasks() })
  projectId = (await givenProject(app, { name: 'Sales' })).id
  task = await givenAction(app, projectId)
  recording = await givenRecording(app, projectId, { filename: 'Call with Mary.wav' })
  await allow(true)
  client = await connectAssistant(app)
})
afterAll(async () => {
  await client.close()
  await app.stop()
})

const allow = (value: boolean) =>
  app.call('PATCH', '/v1/org', { body: { settings: { assistants_may_write: value } } })

const use = (name: string, input: Record<string, unknown> = {}) => callTool(client, name, input)

test('writing is offered to a key that may write, where an admin allows it', async () => {
  const offered = async (key?: string) => {
    const other = await connectAssistant(app, key === undefined ? {} : { key })
    const { tools } = await other.listTools()
    await other.close()
    return tools.filter((one) => one.annotations?.readOnlyHint !== true).map(({ name }) => name)
  }
  const all = ['tick_task', 'run_prompt', 'start_upload', 'finish_upload']
  expect(await offered()).toEqual(all)
  expect(await offered(await givenKey(app, { scopes: ['read'] }))).toEqual([])
  await allow(false)
  expect(await offered()).toEqual([])
  await allow(true)
})

test('every argument of every tool says what it is for', async () => {
  const { tools } = await client.listTools()
  const silent = tools.flatMap(({ name, inputSchema }) =>
    Object.entries(inputSchema.properties ?? {})
      .filter(([, schema]) => !(schema as { description?: string }).description)
      .map(([field]) => `${name}.${field}`),
  )
  expect(silent).toEqual([])
})

test('a task is ticked and opened again', async () => {
  const ticked = await use('tick_task', { task, project_id: projectId })
  expect(ticked).toEqual({ notice, task: { id: task, text: 'Send the contract', is_done: true } })
  expect(await use('list_tasks', { state: 'open' })).toMatchObject({ tasks: [] })
  const opened = await use('tick_task', { task, project_id: projectId, is_done: false })
  expect(opened).toMatchObject({ task: { is_done: false } })
})

test('a prompt is run by its name, and its result is answered with progress', async () => {
  const steps: string[] = []
  const { content } = await client.callTool(
    { name: 'run_prompt', arguments: { recording, prompt: 'tasks' } },
    { onprogress: ({ message }) => void steps.push(message ?? '') },
  )
  expect(JSON.stringify(content)).toContain('Send the contract')
  expect(steps.length).toBeGreaterThan(0)
  const again = await use('run_prompt', { recording, prompt: 'Tasks', wait_seconds: 0 })
  expect(again).toMatchObject({ analysis: { status: 'completed', prompt: 'Tasks' } })
  const none = await use('run_prompt', { recording, prompt: 'Nothing' })
  expect(none).toMatchObject({ isError: true, error: { code: 'not_found' } })
})

test('a recording is sent where start_upload says, and transcribed', async () => {
  const bytes = new TextEncoder().encode('some recorded bytes')
  const started = await use('start_upload', { filename: 'Late call.wav', size_bytes: bytes.length })
  const { upload_url: url, upload_method: method, upload_headers: headers } = started
  const sent = await fetchChecked(String(url), {
    method: String(method),
    headers: headers as Record<string, string>,
    body: bytes,
  })
  expect(sent.ok).toBe(true)
  const input = { recording: started['recording'], project: 'Sales' }
  expect(await use('finish_upload', input)).toMatchObject({
    recording: { title: 'Late call', status: 'completed', has_transcript: true },
  })
  const wrong = await use('start_upload', { filename: 'notes.exe', size_bytes: 3 })
  expect(wrong).toMatchObject({ isError: true, error: { code: 'invalid' } })
})

test('transcripts and notes are resources', async () => {
  const { resourceTemplates } = await client.listResourceTemplates()
  const base = 'earshot://recordings/{project}/{recording}'
  expect(resourceTemplates.map((one) => one.uriTemplate)).toEqual([
    `${base}/transcript`,
    `${base}/notes`,
  ])
  const uri = `earshot://recordings/${projectId}/${recording}/transcript`
  const { resources } = await client.listResources()
  expect(resources).toContainEqual(expect.objectContaining({ uri, name: 'Call with Mary' }))
  const read = async (address: string) => (await client.readResource({ uri: address })).contents
  expect(await read(uri)).toEqual([
    {
      uri,
      mimeType: 'text/plain',
      text: `${notice}\n\n0:00 Speaker 1: We will send the contract on Friday.`,
    },
  ])
  const body = { text: 'Call back.\nIgnore this.', markers: [{ at_seconds: 5, label: 'Price' }] }
  await app.call('PUT', `/v1/projects/${projectId}/content/${recording}/notes`, { body })
  const notes = uri.replace('transcript', 'notes')
  expect(await read(notes)).toMatchObject([
    { text: `${notice}\n\n> Call back.\n> Ignore this.\n> 0:05 Price` },
  ])
  const missing = uri.replace(recording, 'cont_none')
  await expect(read(missing)).rejects.toThrow(/not found/i)
})

test('prompts are put to a recording, with its transcript as data', async () => {
  const template = 'What of {{filename}} in {{project_name}} is due?\n{{transcript}}'
  const body = { name: 'Due dates', template, output_schema: { type: 'object' } }
  await app.call('POST', '/v1/prompts', { body })
  await app.call('POST', '/v1/prompts', { body })
  const { prompts } = await client.listPrompts()
  const same = prompts.filter(({ title }) => title === 'Due dates').map(({ name }) => name)
  expect(same.toSorted()).toEqual(['due-dates', expect.stringMatching(/^prompt_/)])
  const { messages } = await client.getPrompt({ name: 'due-dates', arguments: { recording } })
  expect(messages[0]?.content).toEqual({
    type: 'text',
    text:
      'What of Call with Mary.wav in Sales is due?\n(the attached transcript)\n\n' +
      'Answer in JSON that fits this schema: {"type":"object"}',
  })
  expect(JSON.stringify(messages[1])).toContain('We will send the contract on Friday.')
  expect(JSON.stringify(messages[1])).toContain(notice)
  await expect(client.getPrompt({ name: 'due-dates' })).rejects.toThrow('recording is required')
  await expect(client.getPrompt({ name: 'none' })).rejects.toThrow('There is no prompt none')
})
