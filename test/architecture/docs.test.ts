import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { describeService } from '../../service/describe.ts'
import { projectFiles, read, root } from './sources.ts'

const folder = 'service/docs'
const files = projectFiles()
const markdown = files.filter((file) => file.endsWith('.md'))
const isReadme = (file: string) => path.posix.basename(file) === 'README.md'

/** What people wrote, in which documents are cited; this test cites none. */
const isWritten = (file: string) =>
  /\.(tsx?|mjs|sql|ya?ml|md|css|html|py|sh)$/.test(file) || file === '.ci/run'
const written = files.filter(
  (file) =>
    isWritten(file) &&
    !file.startsWith('service/client/generated/') &&
    !file.endsWith('architecture/docs.test.ts'),
)

const matchesIn = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map(([, one = '']) => one)
const exists = (file: string) => existsSync(path.join(root, file))

const rules = read(`${folder}/reliability.md`)
const choices = read(`${folder}/api-choices.md`)

/** Each rule with its text, from `- **PG-1 …` to the next one or the next heading. */
const ruleTexts = [...rules.matchAll(/^- \*\*([A-Z]+-\d+) (.*?)(?=^- \*\*|^## |$(?![^]))/gms)].map(
  ([, id = '', text = '']) => ({ id, text }),
)
const ruleIds = ruleTexts.map(({ id }) => id)
const sections = choices.split(/^## /m).slice(1)
const sectionNumbers = sections.map((section) => Number.parseInt(section, 10))
const decisions = files.filter((file) => /^service\/docs\/decisions\/\d/.test(file))

/** Tests that a text names, as paths from the root. */
const testsIn = (text: string): string[] =>
  [...text.matchAll(/`(test\/[^`]+\.test\.tsx?)`/g)].map(([, file = '']) => file)

test('the rules are numbered without a gap, each once', () => {
  expect(ruleIds.length).toBeGreaterThan(60)
  expect(ruleIds).toEqual([...new Set(ruleIds)])
  for (const series of new Set(ruleIds.map((id) => id.split('-')[0]))) {
    const numbers = ruleIds
      .filter((id) => id.startsWith(`${series}-`))
      .map((id) => Number(id.split('-')[1]))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

test('every rule says how it stands, and which tests hold it or that none does', () => {
  const silent = ruleTexts.filter(({ text }) => !/\*\*(Met|Partly|Open)\b/.test(text))
  expect(silent.map(({ id }) => id)).toEqual([])
  const untested = ruleTexts.filter(
    ({ text }) => testsIn(text).length === 0 && !/no test yet/i.test(text),
  )
  expect(untested.map(({ id }) => id)).toEqual([])
})

test('every section of choices names its tests', () => {
  const untested = sections.filter((section) => testsIn(section).length === 0)
  expect(untested.map((section) => section.split('\n')[0])).toEqual([])
})

// COVERAGE.md names tests by their place below test/; its own test looks for them.
const naming = markdown.filter((file) => !/COVERAGE|CHANGELOG/.test(file))
/** In other projects. */
const elsewhere = /^models\/convert-/

test('the files that documents name exist', () => {
  const missing = naming.flatMap((file) =>
    matchesIn(
      file,
      /`?\b((?:main|renderer|service|models|test)\/[\w/.-]+\.(?:tsx?|json|py|md|sql|svg))\b/g,
    )
      .filter(
        (named) =>
          !elsewhere.test(named) &&
          !exists(named) &&
          !exists(path.posix.join(path.posix.dirname(file), named)),
      )
      .map((named) => `${file}: ${named}`),
  )
  expect(missing).toEqual([])
})

test('every rule that is cited exists', () => {
  const cited = /\b((?:PG|[JWLEUACB])-\d{1,2})\b(?!-)/g
  const unknown = written
    .filter((file) => read(file).includes('reliability.md'))
    .flatMap((file) =>
      matchesIn(file, cited)
        .filter((id) => !ruleIds.includes(id))
        .map((id) => `${file}: ${id}`),
    )
  expect(unknown).toEqual([])
})

test('a rule is cited with its document', () => {
  const bare = written
    .filter((file) => !file.startsWith(folder))
    .flatMap((file) =>
      matchesIn(file, /\(((?:PG|[JWLEUACB])-\d{1,2})[),]/g).map((id) => `${file}: ${id}`),
    )
  expect(bare).toEqual([])
})

test('every section of choices that is cited exists', () => {
  const unknown = written.flatMap((file) =>
    matchesIn(file, /api-choices\.md[\s*/]+(\d+)/g)
      .filter((number) => !sectionNumbers.includes(Number(number)))
      .map((number) => `${file}: ${number}`),
  )
  expect(unknown).toEqual([])
})

test('every decision that is cited exists', () => {
  const unknown = written.flatMap((file) =>
    matchesIn(file, /\bdecision (\d{4})\b/g)
      .filter((number) => !decisions.some((one) => one.includes(`/${number}-`)))
      .map((number) => `${file}: ${number}`),
  )
  expect(unknown).toEqual([])
})

test('every document that is cited is in the repository', () => {
  const names = new Set(markdown.map((file) => path.posix.basename(file)))
  // Files that tests and commands make, and those of others.
  const madeElsewhere =
    /^(SKILL|LICENSE|example|notes|call|transcript|[\w.]*recording)[\w.-]*\.md$/i
  const unknown = written
    .filter((file) => !/^test\/(?!README|architecture)/.test(file))
    .flatMap((file) =>
      matchesIn(file, /\b([\w-]{3,}\.md)\b/g)
        .filter((name) => !names.has(name) && !madeElsewhere.test(name))
        .map((name) => `${file}: ${name}`),
    )
  expect(unknown).toEqual([])
})

test('nothing cites a place beside the repository but recordings, meetings, peers and the specification', () => {
  const beside = written.flatMap((file) =>
    matchesIn(file, /(\.\.\/shared\/[\w./-]+)/g)
      .filter((place) => !/shared\/(speech|meetings|peers|spec\/api-specification\.md)/.test(place))
      .map((place) => `${file}: ${place}`),
  )
  expect(beside).toEqual([])
})

test('every link leads somewhere', () => {
  const broken = markdown.flatMap((file) =>
    linksOf(file)
      .filter((target) => !isThere(file, target))
      .map((target) => `${file}: ${target}`),
  )
  expect(broken).toEqual([])
})

/** Targets of links outside of code, except those to other hosts. */
function linksOf(file: string): string[] {
  const text = read(file)
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(https?|mailto):/.test(target))
}

function isThere(file: string, link: string): boolean {
  const [place = '', anchor] = link.split('#')
  const target = place === '' ? file : path.posix.join(path.posix.dirname(file), place)
  if (!exists(target)) return false
  return anchor === undefined || anchorsOf(target).includes(anchor)
}

const anchorsOf = (file: string): string[] =>
  matchesIn(file, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )

test('decisions are numbered without a gap, dated, and in the index', () => {
  const numbers = decisions.map((file) => Number(path.posix.basename(file).slice(0, 4)))
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    numbers.map((_, index) => index + 1),
  )
  const index = read(`${folder}/decisions/README.md`)
  const wrong = decisions.filter((file) => {
    const name = path.posix.basename(file)
    const text = read(file)
    const title = new RegExp(`^# ${name.slice(0, 4)}\\. (.+)$`, 'm').exec(text)?.[1]
    const hasAll = ['Context', 'Decision', 'Instead of', 'Consequence'].every((heading) =>
      text.includes(`\n## ${heading}\n`),
    )
    return (
      title === undefined ||
      !hasAll ||
      !/^- Date: \d{4}-\d\d-\d\d$/m.test(text) ||
      !/^- Status: (accepted|superseded by \[\d{4}\]\(.+\))$/m.test(text) ||
      !index.includes(`(${name})`) ||
      !index.includes(title)
    )
  })
  expect(wrong).toEqual([])
})

test('what supersedes a decision says so, and the other way round', () => {
  const pairs = decisions.flatMap((file) =>
    matchesIn(file, /^- Status: superseded by \[(\d{4})\]/gm).map((by) => ({ file, by })),
  )
  const silent = pairs.filter(({ file, by }) => {
    const newer = decisions.find((one) => one.includes(`/${by}-`))
    return (
      newer === undefined ||
      !read(newer).includes(`Supersedes: [${path.posix.basename(file).slice(0, 4)}]`)
    )
  })
  expect(silent).toEqual([])
})

test('a README is one page, and keeps no decisions', () => {
  const long = markdown
    .filter((file) => isReadme(file) && !file.startsWith(`${folder}/decisions/`))
    .map((file) => ({
      file,
      lines: read(file)
        .replaceAll(/^```.*?^```$/gms, '')
        .split('\n').length,
    }))
    .filter(({ lines }) => lines > 120)
  expect(long).toEqual([])
  const keeping = markdown.filter((file) => isReadme(file) && /^## Decisions$/m.test(read(file)))
  expect(keeping).toEqual([])
})

test('the glossary can be read in two minutes', () => {
  expect(read(`${folder}/glossary.md`).split(/\s+/).length).toBeLessThan(400)
})

test('every folder of the service is in the architecture', () => {
  const folders = new Set(files.flatMap((file) => /^(service\/[\w-]+)\//.exec(file)?.[1] ?? []))
  const architecture = read(`${folder}/architecture.md`)
  expect([...folders].filter((one) => !architecture.includes(`\`${one}/\``))).toEqual([])
})

test('every variable of the environment is documented', () => {
  const variables = new Set(
    files
      .filter((file) => /^(service|main|models)\/.*\.ts$/.test(file))
      .flatMap((file) => matchesIn(file, /\b(EARSHOT_[A-Z_]+)\b/g)),
  )
  // Set by the shell for the service that it starts, not by people.
  const inside = ['APP_ORIGIN', 'BUNDLED_DIR', 'DATABASE_TEMPLATES', 'NONCE__'].map(
    (name) => `EARSHOT_${name}`,
  )
  const documented = read(`${folder}/configuration.md`)
  const missing = [...variables].filter(
    (name) => !inside.includes(name) && !documented.includes(name),
  )
  expect(missing).toEqual([])
})

let operations = 0
beforeAll(async () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- counted, not read
  const { paths } = (await describeService()) as { paths: Record<string, any> }
  operations = Object.values(paths).flatMap((methods) => Object.keys(methods)).length
})

test('the number of operations that documents state is right', () => {
  const stated = markdown.flatMap((file) =>
    matchesIn(file, /\b(\d+) operations\b/g).map((number) => ({ file, number: Number(number) })),
  )
  expect(stated.length).toBeGreaterThan(0)
  expect(stated.filter(({ number }) => number !== operations)).toEqual([])
})

test('commands that documents name are in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> } // npm's own format
  const missing = markdown.flatMap((file) =>
    matchesIn(file, /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g)
      .filter((name) => !(name in scripts))
      .map((name) => `${file}: ${name}`),
  )
  expect([...new Set(missing)]).toEqual([])
})
