import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notice } from '../../../service/mcp/data.ts'
import { givenAction, writerOfTasks } from '../../support/actions.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'
import { isNightly } from '../../support/nightly.ts'

// By night, as npm fetches it: the inspector brings 150 packages that nothing else here needs.
let app: TestApp
let projectId: string
let task: string
beforeAll(async () => {
  if (!isNightly) return
  app = await startTestApp({ writer: writerOfTasks() })
  projectId = (await givenProject(app, { name: 'Sales' })).id
  task = await givenAction(app, projectId)
  await app.call('PATCH', '/v1/org', { body: { settings: { assistants_may_write: true } } })
})
afterAll(() => app?.stop())

async function inspect(...args: string[]) {
  const { stdout } = await promisify(execFile)('npx', [
    ...['--yes', '@modelcontextprotocol/inspector@2.12.0', '--cli', `${app.baseUrl}/mcp`],
    ...['--transport', 'http', '--header', `Authorization: Bearer ${app.sessionToken}`, ...args],
  ])
  return JSON.parse(stdout)
}

/** What a tool answers, which says what it is and refuses nothing. */
async function use(name: string, input: Record<string, string | number> = {}) {
  const args = Object.entries(input).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
  const answer = await inspect('--method', 'tools/call', '--tool-name', name, ...args)
  expect(answer, name).not.toHaveProperty('isError', true)
  const data = JSON.parse(answer.content[0].text)
  expect(data.notice, name).toBe(notice)
  return data
}

type Offered = { name: string; description: string; inputSchema: Record<string, unknown> }

test.skipIf(!isNightly)(
  'the inspector lists the tools, whose schemas are valid, and calls each',
  async () => {
    const { tools } = (await inspect('--method', 'tools/list')) as { tools: Offered[] }
    for (const { inputSchema } of tools) new Ajv2020({ strict: true }).compile(inputSchema)

    const { recordings } = await use('list_recordings', { limit: 5 })
    const recording = recordings[0].id
    const { analyses } = await use('list_analyses', { recording })
    const started = await use('start_upload', { filename: 'notes.vtt', size_bytes: 51 })
    const headers = started.upload_headers
    const body = 'WEBVTT\n\n00:00.000 --> 00:02.000\n<v Mary>We agree.\n'.padEnd(51, '\n')
    await fetch(started.upload_url, { method: started.upload_method, headers, body })
    const calls: Record<string, Record<string, string | number>> = {
      list_projects: { limit: 5 },
      search: { query: 'contract' },
      ask: { question: 'When is the contract sent?', recording },
      get_recording: { recording },
      get_transcript: { recording, from_seconds: 0 },
      get_notes: { recording },
      get_analysis: { recording, analysis: analyses[0].id },
      list_tasks: { state: 'open' },
      list_prompts: {},
      tick_task: { task, project_id: projectId },
      run_prompt: { recording, prompt: 'tasks' },
      finish_upload: { recording: started.recording, project: started.project_id },
    }
    for (const [name, input] of Object.entries(calls)) await use(name, input)
    expect(
      [...Object.keys(calls), 'list_recordings', 'list_analyses', 'start_upload'].toSorted(),
    ).toEqual(tools.map(({ name }) => name).toSorted())
  },
  600_000,
)
