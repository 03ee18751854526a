/**
 * Which confidence marks wrong words best: real recordings, each recognized word compared with what was
 * said. `npx node test/bench/uncertain-words.ts [model…]` prints for each border how many words are
 * marked, how many of those are wrong (precision) and how many of the wrong ones are marked (recall).
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createLog } from '../../service/core/log.ts'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import type { Transcriber, Word } from '../../service/engine/engine.ts'
import { earshotCacheDir, findWhisperCli } from '../../service/engine/whisper/binary.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { listRecordings, speechFolder, type Recording } from '../support/sound.ts'
import { normalizeWords } from '../support/word-error-rate.ts'

type Judged = { confidence: number; isWrong: boolean }

const borders = [0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9]

async function judgeAll(models: readonly string[]): Promise<Judged[]> {
  const cacheDir = earshotCacheDir(process.env['EARSHOT_CACHE_DIR'])
  const whisperCli = await findWhisperCli({
    explicit: process.env['EARSHOT_WHISPER_CLI'],
    cacheDir,
  })
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-uncertain-'))
  const folders = modelFolders([])
  const log = createLog('warn')
  const engine = createTranscriber({
    folders,
    workDir: folder,
    cacheDir,
    whisperCli,
    threads: 2,
    log,
  })
  const judged: Judged[] = []
  try {
    for (const model of models) {
      const transcribed = listRecordings().filter((one) => hasWords(one, model))
      for (const recording of transcribed)
        judged.push(...(await judgeOne(engine, model, recording)))
    }
  } finally {
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return judged
}

const hasWords = ({ expect, text, language }: Recording, model: string) =>
  expect === 'transcript' &&
  text !== undefined &&
  language !== 'ja' &&
  (language === 'en' || !model.includes('.en'))

/** A busy machine may let the engine's time run out: what it cannot do is left out, and said. */
async function judgeOne(engine: Transcriber, model: string, recording: Recording) {
  const audioPath = path.join(speechFolder, recording.file)
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  const request = { audioPath, model, language: recording.language ?? 'en' }
  const transcription = await engine.transcribe(request, options).catch((error: Error) => error)
  if (transcription instanceof Error) {
    process.stdout.write(`${recording.file}: ${transcription.message}\n`)
    return []
  }
  const inOrder = transcription.segments.toSorted((a, b) => a.start - b.start)
  const judged = judge(
    recording,
    inOrder.flatMap((one) => one.words),
  )
  const wrong = judged.filter(({ isWrong }) => isWrong).length
  process.stdout.write(`${model} ${recording.file}: ${judged.length} words, ${wrong} wrong\n`)
  return judged
}

/** A recognized word is right where it belongs to the longest common subsequence with what was said. */
function judge({ text = '', language }: Recording, words: readonly Word[]): Judged[] {
  const said = normalizeWords(text, language ?? 'en')
  const parts = words.flatMap((word, at) =>
    normalizeWords(word.text, language ?? 'en').map((part) => ({ part, at })),
  )
  const right = commonPlaces(
    said,
    parts.map(({ part }) => part),
  )
  const wrong = new Set(parts.filter((_, place) => !right.has(place)).map(({ at }) => at))
  const counted = new Set(parts.map(({ at }) => at))
  return [...counted].map((at) => ({
    confidence: words[at]?.confidence ?? 0,
    isWrong: wrong.has(at),
  }))
}

function commonPlaces(said: readonly string[], recognized: readonly string[]): Set<number> {
  const lengths = Array.from(
    { length: said.length + 1 },
    () => new Uint16Array(recognized.length + 1),
  )
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = said.length - 1; row >= 0; row--) {
    for (let column = recognized.length - 1; column >= 0; column--) {
      const line = lengths[row]
      if (line === undefined) continue
      line[column] =
        said[row] === recognized[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const places = new Set<number>()
  for (let row = 0, column = 0; row < said.length && column < recognized.length;) {
    if (said[row] === recognized[column]) {
      places.add(column)
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return places
}

function report(judged: readonly Judged[]): string {
  const wrong = judged.filter(({ isWrong }) => isWrong).length
  const lines = borders.map((border) => {
    const marked = judged.filter(({ confidence }) => confidence < border)
    const hits = marked.filter(({ isWrong }) => isWrong).length
    const [precision, recall] = [hits / Math.max(1, marked.length), hits / Math.max(1, wrong)]
    const f = (2 * precision * recall) / Math.max(1e-9, precision + recall)
    const share = marked.length / Math.max(1, judged.length)
    const numbers = [share, precision, recall, f].map((value) => value.toFixed(3).padStart(10))
    return `${border.toFixed(2).padEnd(8)}${numbers.join('')}`
  })
  const head = `border      marked precision    recall        F1`
  return [`${judged.length} words, ${wrong} wrong`, head, ...lines].join('\n')
}

const models = process.argv.slice(2)
const judged = await judgeAll(models.length > 0 ? models : ['whisper-base-q5_1'])
process.stdout.write(`${report(judged)}\n`)
