import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  bundledModelsFolder,
  findModel,
  modelFolders,
  parseCatalogue,
  readCatalogue,
  requireModel,
  verifyModel,
} from '../../../../service/engine/models/catalogue.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-catalogue-'))
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true, force: true })
})

test('every bundled model is there and has the bytes of the catalogue', async () => {
  const bundled = (await readCatalogue()).filter((model) => model.sources[0]?.kind === 'bundled')
  expect(bundled.map((model) => model.id).toSorted()).toEqual([
    'all-minilm-l6-v2-int8',
    'campplus-zh-en',
    'pyannote-segmentation-3.0',
    'silero-vad',
    'whisper-base-q5_1',
  ])
  for (const model of bundled) {
    const found = await requireModel(model.id, [bundledModelsFolder])
    expect(found.bytes).toBe(model.bytes)
    for (const beside of [model.tokenizer, model.utterance_classifier]) {
      if (beside === undefined) continue
      const file = path.join(path.dirname(found.path), beside.file)
      expect((await stat(file)).size).toBe(beside.bytes)
      await verifyModel(file, beside.sha256)
    }
  }
})

test('a model with one changed byte is refused', async () => {
  const source = path.join(bundledModelsFolder, 'silero-vad-v6.2.3.ggml.bin')
  const copy = path.join(folder, 'silero-vad-v6.2.3.ggml.bin')
  const bytes = await readFile(source)
  bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000)
  await writeFile(copy, bytes)
  await expect(requireModel('silero-vad', [folder])).rejects.toMatchObject({
    code: 'model_missing',
  })
})

test('a model that changes after it was verified is verified again', async () => {
  const name = 'silero-vad-v6.2.3.ggml.bin'
  const copy = path.join(folder, name)
  await copyFile(path.join(bundledModelsFolder, name), copy)
  // What changed a moment ago is read again in any case.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  const found = await requireModel('silero-vad', [folder])
  expect(await requireModel('silero-vad', [folder])).toEqual(found)
  const bytes = await readFile(copy)
  bytes.writeUInt8(bytes.readUInt8(500_000) ^ 1, 500_000)
  await writeFile(copy, bytes)
  // Even one that takes care to leave the time of the file as it was.
  await utimes(copy, 1, 1)
  await expect(requireModel('silero-vad', [folder])).rejects.toMatchObject({
    code: 'model_missing',
  })
})

test('a file of the wrong size is passed over for one in a later folder', async () => {
  const name = 'silero-vad-v6.2.3.ggml.bin'
  await copyFile(path.join(bundledModelsFolder, name), path.join(folder, name))
  await appendFile(path.join(folder, name), 'more')
  const found = await findModel('silero-vad', [folder, bundledModelsFolder])
  expect(found?.path).toBe(path.join(bundledModelsFolder, name))
})

test('a missing model says how to install it, an unknown one that it is unknown', async () => {
  await expect(requireModel('whisper-small-q5_1', [folder])).rejects.toThrow(
    'npm run models -- install whisper-small-q5_1',
  )
  await expect(findModel('whisper-gigantic', [folder])).rejects.toThrow('whisper-gigantic')
})

test("the owner's folders come first, then the data folder's, then the bundled one", async () => {
  await mkdir(path.join(folder, 'models'))
  expect(modelFolders(['/own'], folder)).toEqual([
    '/own',
    path.join(folder, 'models'),
    bundledModelsFolder,
  ])
})

test('the catalogue refuses an entry without a hash, over plain http, or listed twice', async () => {
  const [first] = await readCatalogue()
  const { sha256: _, ...withoutHash } = first ?? {}
  expect(() => parseCatalogue({ models: [withoutHash] })).toThrow('catalogue.json')
  const plain = { ...first, sources: [{ kind: 'url', url: 'http://example.org/model' }] }
  expect(() => parseCatalogue({ models: [plain] })).toThrow('catalogue.json')
  expect(() => parseCatalogue({ models: [first, first] })).toThrow('occurs twice')
})
