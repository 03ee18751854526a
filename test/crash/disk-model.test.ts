import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readDiskLog } from './disk-log.ts'
import { DiskModel } from './disk-model.ts'
import { createRandom } from './ledger.ts'

let folder = ''
let before = ''
let image = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-disk-'))
  before = path.join(folder, 'before')
  image = path.join(folder, 'image')
  await mkdir(path.join(before, 'deep'), { recursive: true })
  await writeFile(path.join(before, 'old'), 'old words')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The disk after these lines of strace, with `quarters` of 4 changes surviving that were not synced. */
async function cutAfter(lines: readonly string[], quarters: number): Promise<DiskModel> {
  const log = lines.map((line, at) => `7 ${1000 + at}.5 ${line}`).join('\n')
  const model = new DiskModel(before, '/data')
  for (const call of readDiskLog(log, '/data')) model.apply(call)
  await rm(image, { recursive: true, force: true })
  await model.cut(image, { sector: 512, quarters }, createRandom(1))
  return model
}
const read = (name: string) => readFile(path.join(image, name), 'utf8')

const create = 'openat(AT_FDCWD</>, "/data/new", O_WRONLY|O_CREAT, 0600) = 9</data/new>'

test('what was not synced may be lost or kept, in the file and by its name', async () => {
  const write = 'write(9</data/new>, "a\\"\\n\\x00b", 5) = 5'
  await cutAfter([create, write], 0)
  expect(await readdir(image)).toEqual(['deep', 'old'])
  await cutAfter([create, write], 4)
  expect(await read('new')).toBe('a"\n\0b')
})

test('what was synced stays, with its name; what came after it may go', async () => {
  const lines = [
    create,
    'write(9</data/new>, "one", 3) = 3',
    'fsync(9</data/new> <unfinished ...>',
    '<... fsync resumed>) = 0',
    'write(9</data/new>, "two", 3) = 3',
    'pwrite64(10</data/old>, "NEW", 3, 0) = 3',
  ]
  await cutAfter(lines, 0)
  expect([await read('new'), await read('old')]).toEqual(['one', 'old words'])
  await cutAfter(lines, 4)
  expect([await read('new'), await read('old')]).toEqual(['onetwo', 'NEW words'])
})

test('a sync that did not end before the cut keeps nothing', async () => {
  await cutAfter([create, 'fsync(9</data/new> <unfinished ...>'], 0)
  expect(await readdir(image)).toEqual(['deep', 'old'])
})

test('names go and come with the sync of their folder', async () => {
  const moves = [
    'rename("/data/old", "/data/deep/moved") = 0',
    'unlink("/data/deep/moved") = 0',
    'mkdir("/data/more", 0700) = 0',
  ]
  await cutAfter(moves, 0)
  expect(await readdir(image)).toEqual(['deep', 'old'])
  await cutAfter([...moves.slice(0, 1), 'fsync(9</data/deep>) = 0', ...moves.slice(1)], 0)
  expect(await read('deep/moved')).toBe('old words')
  await cutAfter([...moves, 'fsync(9</data/deep>) = 0', 'fsync(9</data>) = 0'], 0)
  expect(await readdir(image, { recursive: true })).toEqual(['deep', 'more'])
})

test('a page is torn between its sectors', async () => {
  const page = Array.from({ length: 16 }, (_, at) => String.fromCodePoint(97 + at).repeat(512))
  await cutAfter(
    [
      create,
      'fsync(9</data/new>) = 0',
      `pwrite64(9</data/new>, "${page.join('')}", 8192, 0) = 8192`,
    ],
    2,
  )
  const sectors = (await read('new')).match(/.{512}/gs) ?? []
  const survived = sectors.filter((sector, at) => sector === page[at]).length
  expect(survived).toBeGreaterThan(0)
  expect(survived).toBeLessThan(16)
})

test('a call that the model does not know is no silence', async () => {
  await expect(cutAfter(['link("/data/old", "/data/other") = 0'], 4)).rejects.toThrow('link')
})
