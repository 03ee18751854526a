import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'
import { isNightly } from '../../support/nightly.ts'

// By night, as npm fetches it: the inspector brings 150 packages that nothing else here needs.
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await givenProject(app, { name: 'Sales' })
})
afterAll(() => app.stop())

async function inspect(...args: string[]) {
  const { stdout } = await promisify(execFile)('npx', [
    ...['--yes', '@modelcontextprotocol/inspector@2.12.0', '--cli', `${app.baseUrl}/mcp`],
    ...['--transport', 'http', '--header', `Authorization: Bearer ${app.sessionToken}`, ...args],
  ])
  return JSON.parse(stdout)
}

test.skipIf(!isNightly)(
  'the inspector lists the tools and calls one',
  async () => {
    const { tools } = await inspect('--method', 'tools/list')
    expect(tools.map(({ name }: { name: string }) => name)).toContain('get_transcript')
    const call = ['--method', 'tools/call', '--tool-name', 'list_projects']
    const { content } = await inspect(...call, '--tool-arg', 'limit=5')
    expect(JSON.parse(content[0].text)).toMatchObject({ projects: [{ name: 'Sales' }] })
  },
  300_000,
)
