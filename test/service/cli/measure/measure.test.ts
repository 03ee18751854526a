import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writerOfTasks } from '../../../support/actions.ts'
import { startTestApp, type TestApp } from '../../../support/app.ts'
import { runCommand } from '../../../support/command-line.ts'

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await startTestApp({ writer: writerOfTasks() })
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-measure-'))
  const turns = [{ speaker: 'Mary', text: 'I will send it on Friday.' }]
  const notes = { summary: 'A contract.', action_items: [], decisions: [], open_questions: [] }
  await writeFile(path.join(folder, 'all.jsonl'), JSON.stringify({ name: 'weekly', turns }))
  await writeFile(path.join(folder, 'weekly.json'), JSON.stringify(notes))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, force: true })
})

const measure = (model: string) =>
  runCommand(
    ['measure', '--model', model, '--meetings', `${folder}/all.jsonl`, '--notes', folder],
    { env: { EARSHOT_BASE_URL: app.baseUrl, EARSHOT_API_KEY: app.sessionToken } },
  )
const rest = async () => ({
  projects: (await app.call('GET', '/v1/projects')).body.data.length,
  models: (await app.call('GET', '/v1/model-figures')).body.data.models.map(
    ({ model }: { model: string }) => model,
  ),
})

test('a model that is not here is named, and nothing of the work stays', async () => {
  const { code, stdout, stderr } = await measure('gpt-99')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('gpt-99')
  expect(await rest()).toEqual({ projects: 0, models: [] })
})

test('figures are printed and kept; the project is gone', async () => {
  const { code, stdout } = await measure('all')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^built-in +1 +0\/– % /m)
  expect(await rest()).toEqual({ projects: 0, models: ['built-in'] })
})
