/**
 * Larger weights than those at hand: base, written in their layouts (expanded-weights.ts), goes the
 * whole way from an import by the owner to words.
 */
import {
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../service/core/log.ts'
import {
  bundledModelsFolder,
  importedListName,
  readCatalogue,
} from '../../service/engine/models/catalogue.ts'
import { importModel } from '../../service/engine/models/imported-models.ts'
import { earshotCacheDir, findWhisperCli } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { layouts, writeExpanded, type WeightFormat } from '../support/expanded-weights.ts'
import { isNightly } from '../support/nightly.ts'
import { kennedyClip, kennedyText } from '../support/sound.ts'
import { wordErrors } from '../support/word-error-rate.ts'

const cacheDir = earshotCacheDir(process.env['EARSHOT_CACHE_DIR'])
const program = await findWhisperCli({ explicit: process.env['EARSHOT_WHISPER_CLI'], cacheDir })
if (program === undefined) {
  process.stderr.write('SKIPPED: larger weights, because whisper-cli is not built.\n')
}
const base = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')

let folder: string
let models: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-larger-'))
  models = path.join(folder, 'models')
  await mkdir(models)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function importExpanded(layout: keyof typeof layouts, format: WeightFormat) {
  const file = path.join(folder, `${layout}-${format}.bin`)
  await writeExpanded({ from: base, to: file }, { layout: layouts[layout], format })
  try {
    return await importModel(file, { target: models, signal: new AbortController().signal })
  } finally {
    await rm(file)
  }
}

async function transcribe(model: string, signal = new AbortController().signal) {
  const engine = createTranscriber({
    folders: [models, bundledModelsFolder],
    workDir: path.join(folder, 'work'),
    cacheDir: path.join(folder, 'cache'),
    whisperCli: program,
    threads: isNightly ? 2 : 1,
    log: createLog('silent'),
  })
  const done = new AbortController()
  const peak = watchMemory(path.join(folder, 'work', 'running'), done.signal)
  try {
    const request = { audioPath: kennedyClip, model }
    const transcribed = await engine.transcribe(request, { signal, onProgress: () => undefined })
    const said = transcribed.segments.map(({ text }) => text).join(' ')
    done.abort()
    return { ...transcribed, said, peakBytes: await peak }
  } finally {
    done.abort()
    await engine.stop()
  }
}

/** The most memory that a child held; Linux tells it of those that run. */
async function watchMemory(runDir: string, done: AbortSignal): Promise<number> {
  let most = 0
  while (!done.aborted) {
    for (const name of await readdir(runDir).catch(() => [])) {
      const { name: pid } = path.parse(name)
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      const bytes = Number(/^VmHWM:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
      most = Math.max(most, bytes)
    }
    await sleep(50)
  }
  return most
}

describe.skipIf(program === undefined)(
  'weights with the bands and the vocabulary of large-v3',
  () => {
    let id: string
    beforeAll(async () => {
      ;({ id } = await importExpanded('narrow-v3', 'q8_0'))
    })

    test('say the same words, and tell the language', async () => {
      const { said, ...transcribed } = await transcribe(id)
      expect(wordErrors(kennedyText, said).rate).toBeLessThanOrEqual(0.05)
      expect(transcribed).toMatchObject({ language: 'en', modelUsed: id })
      expect(transcribed.languageProbability).toBeGreaterThan(0.9)
    })

    test('end with the work when it is cancelled', async () => {
      await expect(transcribe(id, AbortSignal.timeout(1_000))).rejects.toMatchObject({
        code: 'cancelled',
      })
      const left = await readdir(path.join(folder, 'work'), { recursive: true })
      // The folder of what runs is there once anything has run.
      expect(left.filter((name) => name !== 'running')).toEqual([])
    })

    test('are refused at once where the machine has less memory than they take', async () => {
      const list = path.join(models, importedListName)
      const before = await readFile(list, 'utf8')
      await writeFile(
        list,
        before.replace(/"memory_bytes": *\d+/, '"memory_bytes": 99000000000000'),
      )
      await expect(transcribe(id)).rejects.toMatchObject({ code: 'out_of_memory' })
      await writeFile(list, before)
    })

    test('are not imported where the last tensor is cut', async () => {
      const file = path.join(folder, 'cut.bin')
      await copyFile(path.join(models, `${id}.bin`), file)
      await truncate(file, 90_000_000)
      const options = { target: models, signal: new AbortController().signal }
      await expect(importModel(file, options)).rejects.toThrow('cut off')
    })
  },
)

/** The catalogue's, of which each entry has the layout of one and the size of its own format. */
const entries = (await readCatalogue()).flatMap((entry) => {
  const [, name, format] =
    /^whisper-(small|medium|large-v3|large-v3-turbo)-(q\d_\d)$/.exec(entry.id) ?? []
  // the names that the expression admits
  return name
    ? [{ entry, layout: name as keyof typeof layouts, format: format as WeightFormat }]
    : []
})

describe.skipIf(program === undefined || !isNightly)('each larger model of the catalogue', () => {
  test.each(entries)(
    '$entry.id',
    async ({ entry, layout, format }) => {
      const { id, bytes, memory_bytes } = await importExpanded(layout, format)
      // But for the words, of which large-v3 has one more.
      expect(Math.abs(Number(bytes) - Number(entry.bytes))).toBeLessThan(1_000)
      const { said, peakBytes } = await transcribe(id)
      // The decoder of turbo has fewer layers than base, whose words it therefore cannot say.
      if (layout !== 'large-v3-turbo') expect(wordErrors(kennedyText, said).rate).toBeLessThan(0.1)
      expect(peakBytes).toBeLessThan(entry.memory_bytes)
      // The catalogue tells of ten minutes of sound, this clip lasts eleven seconds.
      expect(peakBytes).toBeGreaterThan(0.5 * entry.memory_bytes)
      expect(memory_bytes).toBeLessThan(1.2 * entry.memory_bytes)
      expect(memory_bytes).toBeGreaterThan(peakBytes)
      await rm(path.join(models, `${id}.bin`))
    },
    3_600_000,
  )
})
