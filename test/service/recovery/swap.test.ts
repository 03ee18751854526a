import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  finishSwap,
  noteSwap,
  openRestoring,
  swap,
  swapSteps,
} from '../../../service/recovery/swap.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-swap-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const plan = {
  aside: ['database', 'recordings', 'database.made'],
  bring: ['database', 'recordings', 'rebuild.pending'],
}
const now = new Date('2026-11-23T15:00:00.000Z')
const kept = 'replaced/2026-11-23T15-00-00-000Z'

async function put(name: string, text: string): Promise<void> {
  const file = path.join(dataDir, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
}

/** A library, and another one that is to take its place. */
async function givenBoth(): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
  for (const name of ['database/rows', 'recordings/one', 'database.made', 'models/m'])
    await put(name, 'old')
  await openRestoring(dataDir)
  for (const name of ['database/rows', 'recordings/two', 'rebuild.pending'])
    await put(`restoring/${name}`, 'new')
}

/** Every file with its content. */
async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const pairs = files.map(async (entry) => {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(dataDir, file).replaceAll(path.sep, '/')
    return [name, await readFile(file, 'utf8')] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}

const replaced = {
  'database/rows': 'new',
  'recordings/two': 'new',
  'rebuild.pending': 'new',
  'models/m': 'old',
  [`${kept}/database/rows`]: 'old',
  [`${kept}/recordings/one`]: 'old',
  [`${kept}/database.made`]: 'old',
}

/** Runs so many steps, as a process that is killed after them. */
async function runSteps(count: number): Promise<number> {
  let done = 0
  for await (const step of swapSteps(dataDir)) {
    void step
    if (++done > count) return done - 1
  }
  return done
}

test('a swap keeps what it replaces', async () => {
  await givenBoth()
  await swap(dataDir, plan, now)
  expect(await contents()).toEqual(replaced)
  await finishSwap(dataDir)
  expect(await contents()).toEqual(replaced)
})

test('a swap that was not noted is undone', async () => {
  await givenBoth()
  await finishSwap(dataDir)
  expect(Object.values(await contents())).toEqual(Array(4).fill('old'))
})

test('a kill after any step, and another one after any step of the next start, ends in the whole swap', async () => {
  await givenBoth()
  await noteSwap(dataDir, plan, now)
  const steps = await runSteps(Infinity)
  expect(steps).toBe(9)
  let kills = 0
  for (let first = 0; first < steps; first++) {
    for (let second = 0; second <= steps - first; second++, kills++) {
      await givenBoth()
      await noteSwap(dataDir, plan, now)
      await runSteps(first)
      await runSteps(second)
      await finishSwap(dataDir)
      expect(await contents(), `killed after ${first} and ${second} steps`).toEqual(replaced)
    }
  }
  expect(kills).toBeGreaterThan(20)
})
