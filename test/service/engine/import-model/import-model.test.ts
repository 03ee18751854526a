import { zipSync } from 'fflate'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundledModelsFolder, requireModel } from '../../../../service/engine/models/catalogue.ts'
import { expectedTensors } from '../../../../service/engine/import-model/dimensions.ts'
import { readGgml } from '../../../../service/engine/import-model/ggml.ts'
import { importModel } from '../../../../service/engine/import-model/import-model.ts'
import { melFilters } from '../../../../service/engine/import-model/mel-filters.ts'
import { toOwnName } from '../../../../service/engine/import-model/open-safetensors.ts'

let folder: string
let target: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-import-'))
  target = path.join(folder, 'models')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const run = (from: string, id?: string) => {
  const { signal } = new AbortController()
  return importModel(from, { folders: [target, bundledModelsFolder], target, id, signal })
}
const base = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')

/** A Whisper with one layer of 64, every number of it 0.5. */
const dimensions = {
  ...{ vocabulary: 51_865, audioContext: 1500, audioState: 64, audioHeads: 1, audioLayers: 1 },
  ...{ textContext: 8, textState: 64, textHeads: 1, textLayers: 1, mels: 80 },
}

async function writeSafetensors(place: string, cut = 0): Promise<void> {
  await mkdir(place, { recursive: true })
  const list: Record<string, unknown> = {}
  let at = 0
  for (const [name, shape] of expectedTensors(dimensions)) {
    const count = shape.reduce((product, length) => product * length, 1)
    const flat = /conv\d\.bias/.test(name) ? shape.slice(0, 1) : shape
    list[name] = { dtype: 'F16', shape: flat, data_offsets: [at, at + 2 * count] }
    at += 2 * count
  }
  const head = Buffer.from(JSON.stringify(list))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(head.length))
  const numbers = Buffer.alloc(at - cut, Uint8Array.from([0x00, 0x38]))
  await writeFile(path.join(place, 'model.safetensors'), Buffer.concat([length, head, numbers]))
}

test('the filters are those of OpenAI, as the bundled weights hold them', async () => {
  const bytes = await readFile(base)
  const held = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset + 56, bytes.byteOffset + 64_376),
  )
  const made = melFilters(80)
  expect(held.length).toBe(made.length)
  expect(Math.max(...held.map((value, at) => Math.abs(value - (made[at] ?? 0))))).toBeLessThan(1e-8)
})

test('Hugging Face names become OpenAI’s', () => {
  expect(toOwnName('model.encoder.layers.3.self_attn.k_proj.weight')).toBe(
    'encoder.blocks.3.attn.key.weight',
  )
  expect(toOwnName('model.decoder.layers.0.encoder_attn_layer_norm.bias')).toBe(
    'decoder.blocks.0.cross_attn_ln.bias',
  )
  expect(toOwnName('model.decoder.layer_norm.weight')).toBe('decoder.ln.weight')
})

test('a folder of tensors becomes whole ggml weights that are listed and verified', async () => {
  const place = path.join(folder, 'tiny one')
  await writeSafetensors(place)
  const model = await run(place)
  expect(model).toMatchObject({ id: 'imported-tiny-one', languages: ['multilingual'] })
  const found = await requireModel(model.id, [target])
  const made = await readGgml(found.path)
  expect(made.dimensions).toEqual(dimensions)
  expect(made.vocabulary).toEqual((await readGgml(base)).vocabulary)
  const bytes = await readFile(found.path)
  const { at } = made.places.get('encoder.conv1.weight') ?? { at: 0 }
  expect(bytes.subarray(at, at + 4)).toEqual(Buffer.from([0x00, 0x38, 0x00, 0x38]))
  bytes[at] = 1
  await writeFile(found.path, bytes)
  await expect(requireModel(model.id, [target])).rejects.toThrow('damaged or was changed')
})

test('weights of whisper.cpp are taken as they are', async () => {
  const model = await run(base, 'my-base')
  const { sha256 } = await requireModel('whisper-base-q5_1', [bundledModelsFolder])
  expect(model).toMatchObject({ id: 'my-base', sha256, licence: 'unknown' })
})

test('what is cut, claims too much or would run something is refused and leaves nothing', async () => {
  const before = await readdir(target)
  const write = async (name: string, bytes: Uint8Array) => {
    await writeFile(path.join(folder, name), bytes)
    return path.join(folder, name)
  }
  const whole = await readFile(base)
  const huge = Buffer.from(whole.subarray(0, 4000))
  huge.writeInt32LE(2_000_000_000, 12)
  const call = Buffer.from('\u0080\u0002cposix\nsystem\nX\u0004\0\0\0true\u0085R.', 'latin1')
  const pickle = zipSync({ 'archive/data.pkl': [call, { level: 0 }] })
  const cutTensors = path.join(folder, 'cut')
  await writeSafetensors(cutTensors, 100)
  const wrong = [
    [await write('cut.bin', whole.subarray(0, 30_000_000)), 'cut or damaged'],
    [await write('huge.bin', huge), 'audioState is 2000000000'],
    [await write('call.pt', pickle), 'a call of posix.system'],
    [await write('half.pt', pickle.subarray(0, 60)), 'cut or damaged'],
    [await write('text.pt', Buffer.from('no weights')), 'none of the kinds'],
    [cutTensors, 'cut or damaged'],
    [path.join(folder, 'nowhere'), 'There is nothing'],
  ] as const
  for (const [from, text] of wrong) await expect(run(from, 'bad')).rejects.toThrow(text)
  await expect(run(base, 'whisper-base-q5_1')).rejects.toThrow('of the catalogue')
  await expect(run(base, '../up')).rejects.toThrow('no name')
  expect(await readdir(target)).toEqual(before)
})
