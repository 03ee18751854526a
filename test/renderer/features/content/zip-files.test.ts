import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { zipFiles } from '../../../../renderer/features/content/zip-files.ts'

test('an archive holds each file whole, under its own name in any script', async () => {
  const words = 'What your country can do for you. '.repeat(5_000)
  const archive = await zipFiles([
    { name: 'Gespräch – 議事録.txt', body: new Blob([words]) },
    { name: 'call.docx', body: new Blob(['PK, as it is']) },
    { name: 'empty.txt', body: new Blob([]) },
  ])
  expect(archive.type).toBe('application/zip')
  const inside = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(Object.entries(inside).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['Gespräch – 議事録.txt', words],
    ['call.docx', 'PK, as it is'],
    ['empty.txt', ''],
  ])
  expect(archive.size).toBeLessThan(words.length / 20)
})
