import { expect, test } from 'vitest'
import { codeFiles, read } from './sources.ts'

// A file that must be longer goes here, with the reason. Empty is the aim.
const excused: Readonly<Record<string, string>> = {}

const limitOf = (file: string) => (file.startsWith('test/') ? 500 : 300)
const linesOf = (file: string) => read(file).split('\n')

test('no file is longer than 300 lines, no test than 500', () => {
  const long = codeFiles()
    .filter((file) => !(file in excused))
    .map((file) => ({ file, lines: linesOf(file).length - 1 }))
    .filter(({ file, lines }) => lines > limitOf(file))
  expect(long).toEqual([])
})

test('no excuse has outlived its file', () => {
  const files = codeFiles()
  const stale = Object.keys(excused).filter(
    (file) => !files.includes(file) || linesOf(file).length - 1 <= limitOf(file),
  )
  expect(stale).toEqual([])
})
