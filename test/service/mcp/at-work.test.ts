import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/client'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { callTool, connectAssistant } from '../../support/assistant.ts'
import { scriptedWriter, untilAborted } from '../../support/engine.ts'
import { givenProject, givenRecording } from '../../support/factory.ts'

const program = path.join(import.meta.dirname, '../../../service/cli/earshot.ts')

let app: TestApp
let folder: string
let recording: string
/** Over standard input and output, of the protocol of 2025. */
let local: Client
/** Resolves when the writer begins. */
let begun = Promise.withResolvers<void>()
beforeAll(async () => {
  const writer = scriptedWriter(async (_request, { signal }) => {
    begun.resolve()
    return untilAborted(signal)
  })
  app = await startTestApp({ writer })
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-mcp-'))
  recording = await givenRecording(app, (await givenProject(app)).id)
  await app.call('PATCH', '/v1/org', { body: { settings: { assistants_may_write: true } } })
  local = new Client({ name: 'test', version: '1' })
  const env = { EARSHOT_BASE_URL: app.baseUrl, EARSHOT_API_KEY: app.sessionToken }
  await local.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }),
  )
}, 60_000)
afterAll(async () => {
  await local?.close()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  begun = Promise.withResolvers()
})

/** Begins an analysis that never ends by itself, and cancels the call. */
async function cancelAnalysis(client: Client): Promise<void> {
  const cancelling = new AbortController()
  const input = { recording, force_new: true, wait_seconds: 3_600 }
  const call = client.callTool(
    { name: 'run_prompt', arguments: input },
    { signal: cancelling.signal },
  )
  const refused = expect(call).rejects.toThrow()
  await begun.promise
  cancelling.abort()
  await refused
  const { analyses } = await callTool(client, 'list_analyses', { recording, limit: 1 })
  const [{ id }] = analyses as [{ id: string }]
  const read = () => callTool(client, 'get_analysis', { recording, analysis: id })
  const cancelled = { analysis: { status: 'failed', error: { code: 'cancelled' } } }
  await expect.poll(read, { timeout: 10_000 }).toMatchObject(cancelled)
}

test('an assistant of revision 2026 cancels what it began, by HTTP', async () => {
  const client = await connectAssistant(app, { mode: 'auto' })
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
  await cancelAnalysis(client)
  await client.close()
})

test('an assistant of revision 2025 cancels what it began, over stdio', async () => {
  expect(local.getNegotiatedProtocolVersion()).toBe('2025-11-25')
  await cancelAnalysis(local)
})

test('over stdio a file of this machine is uploaded and transcribed, with progress', async () => {
  const { tools } = await local.listTools()
  const uploads = tools.map(({ name }) => name).filter((name) => name.endsWith('upload_recording'))
  expect(uploads).toEqual(['upload_recording'])
  const file = path.join(folder, 'Call with Tom.wav')
  await writeFile(file, 'some recorded bytes')
  const figures: number[] = []
  const { content } = await local.callTool(
    { name: 'upload_recording', arguments: { file } },
    { onprogress: ({ progress }) => void figures.push(progress) },
  )
  expect(JSON.stringify(content)).toContain('Call with Tom')
  expect(figures.length).toBeGreaterThan(0)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
  const refused = async (name: string) =>
    (await callTool(local, 'upload_recording', { file: name }))['error']
  expect(await refused(path.join(folder, 'notes.txt'))).toMatchObject({ code: 'invalid' })
  expect(await refused('Call with Tom.wav')).toMatchObject({ code: 'invalid' })
  expect(await refused(path.join(folder, 'none.wav'))).toMatchObject({ code: 'no_such_file' })
})
