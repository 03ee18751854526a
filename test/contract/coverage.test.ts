import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** COVERAGE.md names a test for every statement: those tests are there, and none is forgotten. */
const root = path.join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

type Row = { id: string; quote: string; tests: { file: string; name: string }[] }

const coverage = read('test/contract/COVERAGE.md')
const rows: Row[] = readRows(coverage)

/** Each statement is an item with its number and words; below it are its tests. */
function readRows(text: string): Row[] {
  return text
    .split(/^- /m)
    .slice(1)
    .map((item) => {
      const [, id = '', quote = ''] = /^`([^`]+)` (.*)$/m.exec(item) ?? []
      const tests = [...item.matchAll(/^ {2}- `([^`]+)`$/gm)].map(([, named = '']) => {
        const [file = '', name = ''] = named.split(' › ')
        return { file: fileOf(file), name }
      })
      return { id, quote, tests }
    })
}

/** Files of this folder are named without it. */
function fileOf(name: string): string {
  return name.includes('/') ? `test/${name}` : `test/contract/${name}`
}

/** The titles of a file's tests, as they are written. */
function titlesOf(file: string): string[] {
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    const [title] = ts.isCallExpression(node) ? node.arguments : []
    if (title && ts.isCallExpression(node) && isTest(node.expression)) {
      if (ts.isStringLiteralLike(title)) titles.push(title.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest))
  return titles
}

/** `test(…)`, `test.each(…)(…)`, and names given to a test that may be skipped. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee))
    return ['test', 'it', 'here', 'local', 'byNight'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee)) return isTest(callee.expression)
  return ts.isCallExpression(callee) && isTest(callee.expression)
}

const titles = new Map<string, string[]>()
const titlesIn = (file: string): string[] => {
  const known = titles.get(file) ?? (existsSync(path.join(root, file)) ? titlesOf(file) : [])
  titles.set(file, known)
  return known
}

test('every statement has a test, and every test that is named exists', () => {
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([])
  const missing = rows.flatMap(({ id, tests }) =>
    tests
      .filter(({ file, name }) => !titlesIn(file).includes(name))
      .map(({ file, name }) => `${id}: ${file} › ${name}`),
  )
  expect(missing).toEqual([])
})

test('every statement is numbered once', () => {
  const ids = rows.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('no test of the contract is without a statement', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.test.ts'))
  const named = new Set(
    rows.flatMap(({ tests }) => tests.map(({ file, name }) => `${file} › ${name}`)),
  )
  const unmapped = files
    .filter((file) => file !== 'coverage.test.ts')
    .flatMap((file) => titlesIn(fileOf(file)).map((name) => `${fileOf(file)} › ${name}`))
    .filter((one) => !named.has(one))
  expect(unmapped).toEqual([])
})

test('the choices that are covered are those of api-choices.md', () => {
  const choices = read('service/docs/api-choices.md')
  const numbers = [...choices.matchAll(/^- `([^`]+)` /gm)].map(([, id = '']) => `Choices ${id}`)
  const covered = rows.map(({ id }) => id).filter((id) => id.startsWith('Choices '))
  expect(covered.toSorted()).toEqual(numbers.toSorted())
})

// The specification that the API was built to is no part of this repository.
const specification = '../shared/spec/api-specification.md'
const isHere = existsSync(path.join(root, specification))
if (!isHere) process.stderr.write('SKIPPED: the specification is not beside this checkout\n')

test.skipIf(!isHere)('every line of the specification is quoted', () => {
  const listed = coverage.split('\n## The specification\n')[1]?.split('\n## ')[0] ?? ''
  const quotes = readRows(listed).map(({ quote }) => bare(quote))
  const unquoted = statementsIn(read(specification)).filter((one) => {
    return !quotes.some((quote) => quote !== '' && bare(one).includes(quote))
  })
  expect(unquoted).toEqual([])
})

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Rows of tables, items of lists and paragraphs; not headings and what names columns. */
function statementsIn(text: string): string[] {
  const blocks = text.split(/\n(?=\n|- |\d+\. |\|)/)
  return blocks
    .map((block) => block.trim())
    .filter((block, index) => {
      const isHeading = block === '' || block.startsWith('#')
      const isRule = /^\|[-| ]+\|$/.test(block)
      const namesColumns = /^\|[-| ]+\|$/.test(blocks[index + 1]?.trim() ?? '')
      return !isHeading && !isRule && !namesColumns
    })
}
