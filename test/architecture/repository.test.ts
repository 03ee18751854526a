import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectFiles, read } from './sources.ts'

const files = projectFiles()
const isYaml = (file: string) => /\.ya?ml$/.test(file)
const workflows = files.filter((file) => file.startsWith('.github/workflows/') && isYaml(file))
const forms = files.filter((file) => /^\.github\/ISSUE_TEMPLATE\/(?!config)/.test(file))

type Step = { uses?: string; run?: string }
type Workflow = {
  on: unknown
  permissions?: Record<string, string>
  jobs: Record<string, { 'timeout-minutes'?: number; steps: Step[] }>
}
type Form = { name: string; description: string; body: { type: string; id?: string }[] }

/** GitHub's own formats, as far as they are looked at here. */
const workflowOf = (file: string): Workflow => parse(read(file)) as Workflow
const stepsOf = (file: string): Step[] =>
  Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps)

test('every YAML file parses', () => {
  for (const file of files.filter(isYaml)) expect(() => parse(read(file)), file).not.toThrow()
})

test('a workflow may read the repository and nothing else, unless a job says so, and ends', () => {
  expect(workflows.length).toBeGreaterThan(2)
  const wrong = workflows.filter((file) => {
    const { permissions, jobs } = workflowOf(file)
    const isBounded = Object.values(jobs).every((job) => job['timeout-minutes'] !== undefined)
    return JSON.stringify(permissions) !== '{"contents":"read"}' || !isBounded
  })
  expect(wrong).toEqual([])
})

test('workflows use actions of GitHub only, and commands that exist', () => {
  const foreign = workflows.flatMap((file) =>
    stepsOf(file).flatMap(({ uses }) =>
      uses === undefined || uses.startsWith('actions/') ? [] : [`${file}: ${uses}`],
    ),
  )
  expect(foreign).toEqual([])
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> } // npm's own format
  const unknown = workflows.flatMap((file) =>
    stepsOf(file).flatMap(({ run = '' }) =>
      [...run.matchAll(/\bnpm run ([a-z][\w:-]*)/g)]
        .filter(([, name = '']) => !(name in scripts))
        .map(([command]) => `${file}: ${command}`),
    ),
  )
  expect(unknown).toEqual([])
})

test('the issue forms have a name, a description and fields with ids of their own', () => {
  expect(forms.length).toBeGreaterThan(1)
  for (const file of forms) {
    const { name, description, body } = parse(read(file)) as Form // GitHub's own format
    expect(name && description, file).toBeTruthy()
    const ids = body.filter(({ type }) => type !== 'markdown').map(({ id }) => id)
    expect(ids, file).toEqual([...new Set(ids)])
    expect(ids, file).not.toContain(undefined)
  }
})

test('generated files are marked, and text has the same line ends everywhere', () => {
  const attributes = read('.gitattributes')
  for (const file of [
    'service/client/generated/**',
    'service/client/openapi.json',
    'package-lock.json',
  ])
    expect(attributes).toMatch(
      new RegExp(
        `^${file.replaceAll('*', '\\*').replaceAll('.', '\\.')} +linguist-generated$`,
        'm',
      ),
    )
  expect(attributes).toMatch(/^\* text=auto eol=lf$/m)
})

test('the project says how to take part, how to report a hole, and what changed', () => {
  const expected = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'PULL_REQUEST_TEMPLATE.md']
  expect(expected.filter((name) => !files.includes(`.github/${name}`))).toEqual([])
})
