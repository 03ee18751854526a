/**
 * Starts and ends of words beside those of forced alignment, for every recording whose words are known:
 * ours, and whisper-cli's own token times with the same weights. `npm run bench` prints the table,
 * `npx node test/bench/word-times.ts [--words] [v02…]` runs it alone, with `--words` each word that is off.
 *
 * The times come from two aligners (align-words.py) that know the words; their answers are kept in the
 * cache folder. They are wrong themselves at times: words on which the two agree within 0.15 s are
 * `confirmed`, and the table says how far they are apart.
 */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createLog } from '../../service/core/log.ts'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import type { Word } from '../../service/engine/engine.ts'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import { readLoudness, stepSeconds } from '../../service/engine/sound/levels.ts'
import { copyMono } from '../../service/engine/sound/wav.ts'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'
import { parseWhisperOutput } from '../../service/engine/whisper/output.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { toSpokenSegment } from '../../service/engine/whisper/words.ts'
import { defaultSpeechModel, findWhisper } from '../support/models.ts'
import { hasSpeechFolder, speechFolder } from '../support/sound.ts'
import { normalizeWords } from '../support/word-error-rate.ts'
import { quantile } from './report.ts'

type Known = {
  file: string
  expect: string
  language: string | null
  seconds: number
  text?: string
  text_quality?: string
  speakers?: null | { start: number; end: number; text?: string; channel?: 'left' | 'right' }[]
}
type Time = [start: number, end: number]
type Job = { wav: string; start: number; end: number; words: string[]; language: string }
type Aligned = { acoustic: (Time | null)[]; synthetic: (Time | null)[]; guessed: number[] }
type Turn = { channel: number | null; start: number; end: number; words: string[] }

/** A word that was said, and when; `after` and `before` a pause of 0.3 s or the edge of a turn. */
type Said = {
  text: string
  channel: number | null
  time: Time
  /** The other aligner's time of the same word. */
  second: Time | null
  isConfirmed: boolean
  after: boolean
  before: boolean
}
type Sound = { wav: string; mono: string; quiet: Uint8Array[] }
type Pair = { said: Said; got: Time }

const pauseSeconds = 0.3
const agreedSeconds = 0.15
const marginSeconds = 0.15
const signal = new AbortController().signal
const run = promisify(execFile)

/** The turns of a recording, in order; one for the whole where nobody noted them. */
function turnsOf({ text = '', seconds, speakers, ...known }: Known): Turn[] {
  const told = (speakers ?? []).flatMap(({ text: words, start, end, channel }) =>
    words === undefined ? [] : [{ text: words, start, end, channel }],
  )
  if (told.length === 0) {
    const isExact = known.text_quality === 'exact' && text !== ''
    return isExact ? [{ channel: null, start: 0, end: seconds, words: wordsOf(text) }] : []
  }
  return told.map(({ text: words, start, end, channel }) => ({
    channel: channel === undefined ? null : channel === 'left' ? 0 : 1,
    start: Math.max(0, start - marginSeconds),
    end: Math.min(seconds, end + marginSeconds),
    words: wordsOf(words),
  }))
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/[^\p{L}\p{N}'’]+/gu, ' ')
    .trim()
    .split(' ')

/** Decodes a recording; writes each turn's channel and measures where that is quiet. */
async function prepare(known: Known, folder: string): Promise<Sound> {
  const wav = path.join(folder, `${known.file}.wav`)
  const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
  const source = path.join(speechFolder, known.file)
  const work = { signal, onProgress: () => undefined }
  const { channels } = await decodeAudio(deps, { path: source, target: wav }, work)
  const mono = await channelOf(wav, null, known.seconds)
  const { energy } = await readLoudness(wav, channels)
  return { wav, mono, quiet: energy.map(quietSteps) }
}

async function channelOf(wav: string, channel: number | null, seconds: number): Promise<string> {
  const target = `${wav}.${channel ?? 'all'}.wav`
  if (!existsSync(target)) {
    const chunks = [{ start: 0, end: seconds }]
    await copyMono({ path: wav, channel }, target, { chunks, signal })
  }
  return target
}

/** A step is quiet if it is nearer to the floor than to the speech. */
function quietSteps(energy: Float32Array): Uint8Array {
  const sorted = energy.filter((level) => level > 1).toSorted()
  const floor = sorted[Math.floor(sorted.length * 0.05)] ?? 1
  const speech = sorted[Math.floor(sorted.length * 0.95)] ?? 1
  const threshold = floor * (speech / floor) ** 0.3
  return Uint8Array.from(energy, (level) => +(level < threshold))
}

/** What the aligners say, from the cache where they were asked before. */
async function alignAll(jobs: Job[]): Promise<Aligned[]> {
  const script = path.join(import.meta.dirname, 'align-words.py')
  const cache = path.join(earshotCacheDir(process.env['EARSHOT_CACHE_DIR']), 'word-times')
  const python = path.join(cache, 'python', 'bin', 'python')
  await mkdir(cache, { recursive: true })
  const hash = createHash('sha256').update(await readFile(script))
  for (const { wav, ...job } of jobs) hash.update(JSON.stringify(job)).update(await readFile(wav))
  const stored = path.join(cache, `${hash.digest('hex')}.json`)
  if (!existsSync(stored)) {
    if (!existsSync(python)) {
      await run('python3', ['-m', 'venv', path.join(cache, 'python')])
      await run(python, ['-m', 'pip', 'install', '-q', 'pocketsphinx==5.1.1', 'numpy>=2'])
    }
    const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(JSON.stringify(jobs))
    const answer = await readAll(child.stdout)
    if (answer === '') throw new Error('the aligners gave no answer')
    await writeFile(stored, answer)
  }
  return JSON.parse(await readFile(stored, 'utf8'))
}

/** The words with times: the acoustic aligner's, or in languages that it does not know the other's. */
function saidIn(turns: readonly Turn[], aligned: readonly Aligned[], language: string): Said[] {
  const isKnown = language === 'en'
  return turns.flatMap(({ words, channel }, at) => {
    const { acoustic = [], synthetic = [] } = aligned[at] ?? {}
    const timed = words.flatMap((text, place) => {
      const time = (isKnown ? acoustic : synthetic)[place]
      const second = isKnown ? (synthetic[place] ?? null) : null
      return time ? [{ text, channel, time, second, isConfirmed: areClose(time, second) }] : []
    })
    return timed.map((word, place) => ({
      ...word,
      after: word.time[0] - (timed[place - 1]?.time[1] ?? -Infinity) >= pauseSeconds,
      before: (timed[place + 1]?.time[0] ?? Infinity) - word.time[1] >= pauseSeconds,
    }))
  })
}

const areClose = (one: Time, other: Time | null): boolean =>
  other !== null &&
  Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1])) <= agreedSeconds

/** Pairs what was said with what was recognized: the longest common subsequence, whole words only. */
function pair(said: readonly Said[], words: readonly Word[], language: string): Pair[] {
  const plain = (text: string) => normalizeWords(text, language).join(' ')
  const [left, right] = [said.map(({ text }) => plain(text)), words.map(({ text }) => plain(text))]
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1))
  const at = (row: number, column: number) => table[row]?.[column] ?? 0
  const isSame = (row: number, column: number) => left[row] !== '' && left[row] === right[column]
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      table[row]?.set(
        [
          isSame(row, column)
            ? at(row + 1, column + 1) + 1
            : Math.max(at(row + 1, column), at(row, column + 1)),
        ],
        column,
      )
    }
  }
  const pairs: Pair[] = []
  for (let row = 0, column = 0; row < left.length && column < right.length;) {
    const [one, word] = [said[row], words[column]]
    if (one && word && isSame(row, column)) pairs.push({ said: one, got: [word.start, word.end] })
    const isRow = isSame(row, column) || at(row + 1, column) >= at(row, column + 1)
    if (isSame(row, column) || !isRow) column += 1
    if (isRow) row += 1
  }
  return pairs
}

const milliseconds = (values: readonly number[]): string =>
  values.length === 0
    ? '-'.padStart(9)
    : [0.5, 0.9]
        .map((share, at) =>
          Math.round(quantile(values, share) * 1000)
            .toString()
            .padStart(at === 0 ? 3 : 5),
        )
        .join(' ')
        .padStart(9)

/** Start and end errors of all words, of the confirmed ones, and of those beside pauses. */
function line(name: string, pairs: readonly Pair[], quiet: readonly Uint8Array[]): string {
  const off = (some: readonly Pair[], edge: 0 | 1) =>
    some.map(({ said, got }) => Math.abs(got[edge] - said.time[edge]))
  const sure = pairs.filter(({ said }) => said.isConfirmed)
  const columns = [
    off(pairs, 0),
    off(pairs, 1),
    off(sure, 0),
    off(sure, 1),
    off(
      pairs.filter(({ said }) => said.after),
      0,
    ),
    off(
      pairs.filter(({ said }) => said.before),
      1,
    ),
  ].map(milliseconds)
  const counts = [pairs.length, sure.length, pairs.filter((one) => isTooLong(one, quiet)).length]
  return `${name.padEnd(22)}${counts.map((count) => String(count).padStart(6)).join('')} ${columns.join(' ')}`
}

export const wordTimesHeading =
  'recording              words  sure  long     start       end  sure start    end  after p.  before p.   (ms: median p90)'

/** Whether 0.2 s of the word are silence. */
function isTooLong({ said, got }: Pair, quiet: readonly Uint8Array[]): boolean {
  const own = quiet[said.channel ?? 0]
  const steps =
    own?.subarray(Math.round(got[0] / stepSeconds), Math.round(got[1] / stepSeconds)) ?? []
  return [...steps].filter((step) => step === 1).length * stepSeconds >= 0.2
}

async function plainWords(program: string, wav: string, language: string): Promise<Word[]> {
  const { path: model } = await defaultSpeechModel()
  const target = wav.replace(/\.wav$/, '.plain')
  const search = ['-bs', '1', '-bo', '1', '-l', language, '-t', String(threads)]
  await run(program, ['-m', model, '-f', wav, '-np', ...search, '-ojf', '-of', target])
  const { transcription } = parseWhisperOutput(await readFile(`${target}.json`))
  return transcription.flatMap((each) => toSpokenSegment(each, language)?.words ?? [])
}

const threads = Math.min(os.availableParallelism(), 4)

/** Measures the recordings whose names begin so, or all; prints one line after another. */
export async function runWordTimes(
  onLine: (line: string) => void,
  { names = [], showsWords = false }: { names?: readonly string[]; showsWords?: boolean } = {},
): Promise<void> {
  const whisperCli = await findWhisper()
  const isPossible = hasSpeechFolder && whisperCli !== undefined && (await hasPrograms())
  if (!isPossible)
    return onLine('SKIPPED: word times need ../shared/speech, whisper-cli, python3 and espeak-ng.')
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-word-times-'))
  const cacheDir = earshotCacheDir(process.env['EARSHOT_CACHE_DIR'])
  const places = {
    folders: modelFolders([]),
    workDir: path.join(folder, 'work'),
    cacheDir,
    whisperCli,
  }
  const engine = createTranscriber({ ...places, threads, log: createLog('warn') })
  try {
    for (const known of await readManifest(names)) {
      const turns = turnsOf(known)
      const language = known.language ?? 'en'
      const sound = await prepare(known, folder)
      const jobs = await Promise.all(
        turns.map(async ({ channel, ...turn }) => ({
          ...turn,
          language,
          wav: await channelOf(sound.wav, channel, known.seconds),
        })),
      )
      const aligned = await alignAll(jobs)
      const said = saidIn(turns, aligned, language)
      const audioPath = path.join(speechFolder, known.file)
      const { segments } = await engine.transcribe(
        { audioPath, language },
        { signal, onProgress: () => undefined },
      )
      const ours = segments
        .flatMap(({ words }) => words)
        .toSorted((one, two) => one.start - two.start)
      const pairs = pair(said, ours, language)
      const name = known.file.slice(0, 16)
      onLine(line(name, pairs, sound.quiet))
      const plain = await plainWords(whisperCli, sound.mono, language)
      onLine(line('  whisper-cli', pair(said, plain, language), sound.quiet))
      onLine(line('  second aligner', betweenAligners(said), sound.quiet))
      const guessed = aligned.reduce((sum, each) => sum + each.guessed.length, 0)
      const unplaced = turns.flatMap(({ words }) => words).length - said.length
      onLine(
        `  ${said.length} words said, ${unplaced} without a time, ${guessed} not in the dictionary`,
      )
      if (showsWords) onLine(pairs.map(tell).join('\n'))
    }
  } finally {
    await engine.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The second aligner's times of the same words. */
const betweenAligners = (said: readonly Said[]): Pair[] =>
  said.flatMap((one) => (one.second === null ? [] : [{ said: one, got: one.second }]))

function tell({ said, got }: Pair): string {
  const [start, end] = [got[0] - said.time[0], got[1] - said.time[1]].map((by) =>
    by.toFixed(2).padStart(6),
  )
  const marks = `${said.after ? '|' : ' '}${said.before ? '.' : ' '}${said.isConfirmed ? ' ' : '?'}`
  return `    ${said.text.padEnd(18)}${said.time.map((each) => each.toFixed(2)).join('–')} ${marks} ${start} ${end}`
}

async function readManifest(names: readonly string[]): Promise<Known[]> {
  const all: Known[] = JSON.parse(await readFile(path.join(speechFolder, 'manifest.json'), 'utf8'))
  // Japanese has no words between spaces.
  return all.filter(
    (one) =>
      one.expect === 'transcript' &&
      one.language !== 'ja' &&
      turnsOf(one).length > 0 &&
      (names.length === 0 || names.some((name) => one.file.startsWith(name))),
  )
}

const hasPrograms = (): Promise<boolean> =>
  Promise.all([run('python3', ['--version']), run('espeak-ng', ['--version'])]).then(
    () => true,
    () => false,
  )

if (import.meta.main) {
  const names = process.argv.slice(2).filter((name) => !name.startsWith('--'))
  const onLine = (told: string): void => void process.stdout.write(`${told}\n`)
  onLine(wordTimesHeading)
  await runWordTimes(onLine, { names, showsWords: process.argv.includes('--words') })
}
