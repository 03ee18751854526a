import { expect, test } from 'vitest'
import {
  fingerprint,
  ofChosen,
  ofDrop,
  ofFolder,
  splitKnown,
} from '../../../../renderer/features/content/gather-files.ts'

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { lastModified: 1 })

test('files chosen one by one are left to the service, but for empty ones', () => {
  const { files, leftOut } = ofChosen([file('note.txt'), file('call.wav'), file('nothing.wav', 0)])
  expect(files.map(({ name }) => name)).toEqual(['note.txt', 'call.wav'])
  expect(leftOut).toEqual([{ name: 'nothing.wav', reason: 'empty' }])
})

test('of a folder what is a recording is taken, the rest is told, hidden files are passed over', () => {
  const names = [
    'day/a.mp3',
    'day/a.vtt',
    'day/notes.txt',
    'day/.DS_Store',
    'day/.git/b.wav',
    'day/Thumbs.db',
  ]
  const inside = names.map((path) => {
    const one = file(path.split('/').at(-1) ?? '')
    Object.defineProperty(one, 'webkitRelativePath', { value: path })
    return one
  })
  const { files, leftOut } = ofFolder(inside)
  expect(files.map(({ name }) => name)).toEqual(['a.mp3', 'a.vtt'])
  expect(leftOut).toEqual([{ name: 'day/notes.txt', reason: 'type' }])
})

test('folders that are dropped are read to their ends, however many pieces a browser gives', async () => {
  const many = Array.from({ length: 250 }, (_, index) => fileEntry(`/day/${1_000 + index}.wav`))
  const inner = folderEntry('/day/inner', [
    fileEntry('/day/inner/deep.ogg'),
    brokenEntry('/day/inner/x.wav'),
  ])
  const dropped = [folderEntry('/day', [...many, inner]), fileEntry('/loose.bin')]
  const { files, leftOut } = await ofDrop(dataOf(dropped))
  expect(files).toHaveLength(252)
  expect(files.map(({ name }) => name)).toContain('deep.ogg')
  expect(files.map(({ name }) => name)).toContain('loose.bin')
  expect(leftOut).toEqual([{ name: 'day/inner/x.wav', reason: 'unreadable' }])
})

test('a file is known by name, size and date, also when it comes twice at once', () => {
  const known = new Set([fingerprint(file('a.wav'))])
  const { fresh, again } = splitKnown(known, [
    file('a.wav'),
    file('a.wav', 4),
    file('b.wav'),
    file('b.wav'),
  ])
  expect(fresh.map(({ name, size }) => `${name} ${size}`)).toEqual(['a.wav 4', 'b.wav 3'])
  expect(again.map(({ name }) => name)).toEqual(['a.wav', 'b.wav'])
})

// What the browser gives, as far as it is read.
const base = (fullPath: string) => ({ fullPath, name: fullPath.split('/').at(-1) ?? '' })
const fileEntry = (path: string) => ({
  ...base(path),
  isFile: true,
  isDirectory: false,
  file: (take: (one: File) => void) => take(file(base(path).name)),
})
const brokenEntry = (path: string) => ({
  ...base(path),
  isFile: true,
  isDirectory: false,
  file: (_take: unknown, fail: (error: Error) => void) => fail(new Error('denied')),
})
function folderEntry(path: string, inside: readonly object[]) {
  const createReader = () => {
    const rest = [...inside]
    return { readEntries: (take: (some: object[]) => void) => take(rest.splice(0, 100)) }
  }
  return { ...base(path), isFile: false, isDirectory: true, createReader }
}
function dataOf(entries: readonly object[]): DataTransfer {
  const items = entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry }))
  // Node has no DataTransfer; these are the parts that are read.
  return { items, files: [] } as unknown as DataTransfer
}
