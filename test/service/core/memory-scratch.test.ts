import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryScratch } from '../../../service/core/memory-scratch.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'earshot-memory-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const scratch = (dataDir = '/data/one') => createMemoryScratch(dataDir, root)

describe.skipIf(process.platform !== 'linux')('scratch space in memory', () => {
  test('gives folders for the owner only, and a start removes those of its own data folder', async () => {
    const mine = (await scratch().open(10)) ?? ''
    const more = (await scratch().open(10)) ?? ''
    const other = (await scratch('/data/two').open(10)) ?? ''
    expect(new Set([mine, more, other]).size).toBe(3)
    expect((await stat(mine)).mode & 0o777).toBe(0o700)
    await writeFile(path.join(mine, 'sound.wav'), 'sound')
    await scratch().sweep()
    await scratch().sweep()
    expect([mine, more, other].map((folder) => existsSync(folder))).toEqual([false, false, true])
  })

  test('there is none for more than half of what is free, and none where there is no such place', async () => {
    expect(await scratch().open(2 ** 50)).toBeNull()
    expect(await readdir(root)).toEqual([])
    expect(await createMemoryScratch('/data', path.join(root, 'none')).open(1)).toBeNull()
  })

  test('what somebody else put there under such a name is left alone', async () => {
    const mine = (await scratch().open(10)) ?? ''
    const open = `${mine}-open`
    await mkdir(open)
    await chmod(open, 0o755)
    const elsewhere = path.join(root, 'elsewhere')
    await mkdir(elsewhere, { mode: 0o700 })
    await symlink(elsewhere, `${mine}-link`)
    await scratch().sweep()
    expect((await readdir(root)).toSorted()).toEqual(
      [open, `${mine}-link`, elsewhere].map((one) => path.basename(one)).toSorted(),
    )
  })
})
