import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffText, type Part } from '../../../../renderer/features/prompts/text-diff.ts'

const said = (parts: readonly Part[]) =>
  parts.map((part) => (part.kind === 'gap' ? `[${part.lines}]` : `${part.kind}:${part.text}`))

test('texts that are alike are compared by words', () => {
  expect(said(diffText('Who promised what?', 'Who promised what, until when?', 'words'))).toEqual([
    'same:Who promised what',
    'added:, until when',
    'same:?',
  ])
})

test('changed words beside each other are one change', () => {
  const [before, after] = ['Not saved yet: {{transcript}}', 'Who promised what? {{transcript}}']
  expect(said(diffText(before, after, 'words'))).toEqual([
    'removed:Not saved yet:',
    'added:Who promised what?',
    'same: {{transcript}}',
  ])
})

test('texts that are not are shown one after the other', () => {
  const [before, after] = ['List the risks of this call.', 'Which objections came up, and how?']
  expect(said(diffText(before, after, 'words'))).toEqual([`removed:${before}`, `added:${after}`])
})

test('a schema is compared by its lines', () => {
  const lines = (...all: string[]) => all.map((line) => `${line}\n`).join('')
  expect(said(diffText(lines('{', 'a', '}'), lines('{', 'b', '}'), 'lines'))).toEqual([
    'same:{\n',
    'removed:a\n',
    'added:b\n',
    'same:}\n',
  ])
})

test('what is the same far from a change is a gap', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
  const changed = lines.with(9, 'another')
  expect(said(diffText(lines.join('\n'), changed.join('\n'), 'lines'))).toEqual([
    '[7]',
    'same:line 8\nline 9\n',
    'removed:line 10\n',
    'added:another\n',
    'same:line 11\nline 12\n',
    '[8]',
  ])
})

test('the same text has no differences', () => {
  expect(diffText('Who?', 'Who?', 'words')).toEqual([])
  expect(diffText('', '', 'lines')).toEqual([])
})

test('an empty text is added or removed as a whole', () => {
  expect(said(diffText('', '{}', 'lines'))).toEqual(['added:{}'])
  expect(said(diffText('Who?', '', 'words'))).toEqual(['removed:Who?'])
})

const text = fc.array(fc.constantFrom('Who', ' ', '\n', 'what', '.', '{{transcript}}', 'ä'), {
  maxLength: 60,
})
test('both texts can be read out of the parts, but for the lines that are left out', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('words', 'lines'), (one, other, by) => {
      const [before, after] = [one.join(''), other.join('')]
      const parts = diffText(before, after, by)
      if (before === after || parts.some(({ kind }) => kind === 'gap')) return
      const read = (left: 'added' | 'removed') =>
        parts.flatMap((part) => (part.kind === 'gap' || part.kind === left ? [] : part.text))
      expect([read('added').join(''), read('removed').join('')]).toEqual([before, after])
    }),
  )
})

test('two unlike texts of the largest size end in time', () => {
  const long = (seed: number) =>
    Array.from({ length: 6_000 }, (_, at) => ((at * seed) % 7919).toString(36)).join(' ')
  const parts = diffText(long(31), long(1_009), 'words')
  expect(said(parts).every((part) => /^(added|removed):/.test(part))).toBe(true)
})
