import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bundledModelsFolder,
  readImported,
  requireModel,
} from '../../../../service/engine/models/catalogue.ts'
import { importModel, removeImported } from '../../../../service/engine/models/imported-models.ts'

let folder: string
let target: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-import-'))
  target = path.join(folder, 'models')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (from: string, id?: string) =>
  importModel(from, { target, id, signal: new AbortController().signal })
const base = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')

test('weights of whisper.cpp are copied as they are, listed, and verified at every load', async () => {
  const model = await run(base, 'my-base')
  const { sha256 } = await requireModel('whisper-base-q5_1', [bundledModelsFolder])
  expect(model).toMatchObject({ id: 'my-base', sha256, licence: 'unknown' })
  expect(model.languages).toEqual(['multilingual'])
  expect(await readImported(target)).toEqual([model])
  const found = await requireModel('my-base', [target])
  const bytes = await readFile(found.path)
  bytes[1_000_000] = (bytes[1_000_000] ?? 0) ^ 1
  await writeFile(found.path, bytes)
  await expect(requireModel('my-base', [target])).rejects.toThrow('damaged or was changed')
  await removeImported(target, 'my-base')
  expect(await readImported(target)).toEqual([])
})

test('without a name of its own the model is called after the file', async () => {
  const file = path.join(folder, 'Tiny One.bin')
  await writeFile(file, await readFile(base))
  expect(await run(file)).toMatchObject({
    id: 'imported-tiny-one',
    sources: [{ kind: 'imported', from: file }],
  })
  await removeImported(target, 'imported-tiny-one')
})

test('a file that is cut, claims too much or is of another format is refused and leaves nothing', async () => {
  const before = await readdir(target)
  const write = async (name: string, bytes: Uint8Array) => {
    await writeFile(path.join(folder, name), bytes)
    return path.join(folder, name)
  }
  const whole = await readFile(base)
  const huge = Buffer.from(whole.subarray(0, 4000))
  huge.writeInt32LE(2_000_000_000, 12)
  const wrong = [
    [await write('cut.bin', whole.subarray(0, 30_000_000)), 'cut off or damaged'],
    [await write('huge.bin', huge), 'audioState is 2000000000'],
    [await write('zip.pt', Buffer.from('PK\u0003\u0004 a checkpoint')), 'convert-pt-to-ggml.py'],
    [await write('empty.bin', Buffer.alloc(0)), 'Only ggml weights'],
    [folder, 'convert-h5-to-ggml.py'],
    [path.join(folder, 'nowhere'), 'There is nothing'],
  ] as const
  for (const [from, text] of wrong) await expect(run(from, 'bad')).rejects.toThrow(text)
  await expect(run(base, 'whisper-base-q5_1')).rejects.toThrow('of the catalogue')
  await expect(run(base, '../up')).rejects.toThrow('not a name')
  expect(await readdir(target)).toEqual(before)
})
