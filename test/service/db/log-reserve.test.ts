import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createLogReserve } from '../../../service/db/log-reserve.ts'
import { temporaryFolder } from '../../support/folders.ts'

// What becomes of it on a disk that is full: test/crash/full-disk-moments.nightly.test.ts.

test('the reserve gives whole files of zeros, as many as there are, and is filled again', async () => {
  const folder = await temporaryFolder()
  const target = path.join(folder, 'xlogtemp.42')
  await writeFile(target, 'begun')
  let taken = 0
  const reserve = createLogReserve(path.join(folder, 'reserve'), () => (taken += 1))
  expect(reserve.take(target)).toBe(false)
  expect(await readFile(target, 'utf8')).toBe('begun')

  reserve.refill()
  // A power cut may leave one cut short.
  await truncate(path.join(folder, 'reserve', '0'), 4096)
  expect(reserve.take(target)).toBe(true)
  expect((await readFile(target)).equals(Buffer.alloc(1 << 20))).toBe(true)
  while (reserve.take(target)) expect(taken).toBeLessThan(100)
  expect(taken).toBe(15)

  reserve.refill()
  expect((await stat(path.join(folder, 'reserve', '0'))).size).toBe(1 << 20)
  expect(reserve.take(target)).toBe(true)
})
