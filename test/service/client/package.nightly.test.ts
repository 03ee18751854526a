import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { extract } from 'tar'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildClient } from '../../../service/build-client.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { givenProject } from '../../support/factory.ts'
import { isNightly } from '../../support/nightly.ts'

const root = path.join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const program = `import { createEarshot, verifyWebhook } from 'earshot/client'
const earshot = createEarshot({ baseUrl: process.env.BASE ?? '', apiKey: process.env.KEY ?? '' })
for await (const project of earshot.all(earshot.listProjects)) console.log(project.name)
console.log(typeof verifyWebhook)
`

let app: TestApp
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-consumer-'))
  app = await startTestApp()
  await givenProject(app, { name: 'Sales' })
})
afterAll(async () => {
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** What `npm publish` would send. */
async function pack(built: string): Promise<string> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const { stdout } = await run('npm', args, { cwd: built })
  const [packed] = JSON.parse(stdout)
  const names = packed.files.map((file: { path: string }) => file.path)
  expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'index.js', 'index.d.ts']))
  expect(
    names.filter((name: string) => !/\.(js|d\.ts|md)$|^LICENSE$|^package\.json$/.test(name)),
  ).toEqual([])
  return path.join(folder, packed.filename)
}

async function unpack(file: string, place: string): Promise<void> {
  await mkdir(place)
  await extract({ file, cwd: place, strip: 1 })
}

/** A program somewhere else, whose node_modules holds `earshot` the way `put` says. */
async function consume(name: string, put: (place: string) => Promise<void>): Promise<string> {
  const home = path.join(folder, name)
  await mkdir(path.join(home, 'node_modules'), { recursive: true })
  await writeFile(path.join(home, 'package.json'), '{"type":"module"}')
  await writeFile(path.join(home, 'program.ts'), program)
  await put(path.join(home, 'node_modules/earshot'))
  const env = { ...process.env, NODE_OPTIONS: '', BASE: app.baseUrl, KEY: app.sessionToken }
  const { stdout } = await run(process.execPath, ['program.ts'], { cwd: home, env })
  return stdout
}

test('npm install of the folder links it, and the client runs from its sources', async () => {
  const stdout = await consume('linked', (place) => symlink(root, place, 'junction'))
  expect(stdout).toBe('Sales\nfunction\n')
})

test('the built client is a package that runs and has its types', async () => {
  const stdout = await consume('installed', async (place) => {
    const built = path.join(folder, 'built')
    await buildClient(built)
    await unpack(await pack(built), place)
    const { dependencies } = JSON.parse(await readFile(path.join(built, 'package.json'), 'utf8'))
    expect(Object.keys(dependencies)).toEqual(['eventsource-parser', 'standardwebhooks'])
    for (const name of Object.keys(dependencies)) {
      await symlink(path.join(root, 'node_modules', name), path.join(place, '..', name), 'junction')
    }
  })
  expect(stdout).toBe('Sales\nfunction\n')
  const home = path.join(folder, 'installed')
  await writeFile(
    path.join(home, 'wrong.ts'),
    `import { createEarshot } from 'earshot/client'
const { data } = await createEarshot().getProject({ path: { projectId: 'proj_1' } })
export const name: string = data.name
// @ts-expect-error a name is no number
export const wrong: number = data.name
`,
  )
  const options = ['--module', 'nodenext', '--target', 'es2024', '--strict', '--noEmit']
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
  await expect(
    run(process.execPath, [compiler, ...options, 'wrong.ts'], { cwd: home }),
  ).resolves.toMatchObject({ stdout: '' })
}, 120_000)

test.runIf(isNightly)(
  'npm installs what was packed, with all it needs, into an empty project',
  async () => {
    const built = path.join(folder, 'to-install')
    await buildClient(built)
    const home = path.join(folder, 'empty')
    await mkdir(home)
    await writeFile(path.join(home, 'package.json'), '{"type":"module","private":true}')
    await writeFile(path.join(home, 'program.js'), program)
    await run('npm', ['install', '--no-audit', '--no-fund', await pack(built)], { cwd: home })
    const env = { ...process.env, NODE_OPTIONS: '', BASE: app.baseUrl, KEY: app.sessionToken }
    const { stdout } = await run(process.execPath, ['program.js'], { cwd: home, env })
    expect(stdout).toBe('Sales\nfunction\n')
  },
  120_000,
)
