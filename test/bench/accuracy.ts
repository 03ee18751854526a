/**
 * Word error rate of every real recording, ours beside that of plain whisper-cli with the same
 * weights: `npm run bench` prints the table, `npx node test/bench/accuracy.ts` runs it alone.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createLog } from '../../service/core/log.ts'
import { decodeAudio } from '../../service/engine/decode/decode-audio.ts'
import { bundledModelsFolder, modelFolders } from '../../service/engine/models/catalogue.ts'
import { earshotCacheDir, findWhisperCli } from '../../service/engine/whisper/binary.ts'
import { parseWhisperOutput } from '../../service/engine/whisper/output.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { listRecordings, speechFolder, type Recording } from '../support/sound.ts'
import { wordErrors } from '../support/word-error-rate.ts'

export type AccuracyRow = {
  file: string
  language: string | null
  /** Word error rates; for recordings without speech the number of words that were invented. */
  ours: number
  whisperCli: number
  /** whisper-cli with its default search (beam 5), which takes 2.5 to 3 times as long. */
  whisperCliBeam: number | null
  transcribed: string
}

export type AccuracyOptions = {
  threads: number
  withBeam: boolean
  onRow: (row: AccuracyRow) => void
}

/** Runs every recording with and without speech; empty where recordings or whisper-cli are absent. */
export async function runAccuracy(options: AccuracyOptions): Promise<AccuracyRow[]> {
  const cacheDir = earshotCacheDir(process.env['EARSHOT_CACHE_DIR'])
  const program = await findWhisperCli({ explicit: process.env['EARSHOT_WHISPER_CLI'], cacheDir })
  if (program === undefined) {
    process.stderr.write('SKIPPED: accuracy, because whisper-cli is not built.\n')
    return []
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-accuracy-'))
  const transcriber = createTranscriber({
    folders: modelFolders([]),
    workDir: path.join(folder, 'work'),
    cacheDir,
    whisperCli: program,
    threads: options.threads,
    log: createLog('warn'),
  })
  const rows: AccuracyRow[] = []
  try {
    for (const recording of listRecordings().filter((each) => each.file.startsWith('v'))) {
      const audioPath = path.join(speechFolder, recording.file)
      const language = recording.language ?? undefined
      const { segments } = await transcriber.transcribe(
        { audioPath, ...(language !== undefined && { language }) },
        { signal: new AbortController().signal, onProgress: () => undefined },
      )
      const transcribed = segments.map((segment) => segment.text).join(' ')
      const wav = await plainWav(audioPath, folder)
      const plain = (extra: string[]) =>
        plainWhisper(program, ['-f', wav, '-t', String(options.threads), ...extra], recording)
      const row = {
        file: recording.file,
        language: recording.language,
        ours: errorsIn(recording, transcribed),
        whisperCli: errorsIn(recording, await plain(['-bs', '1', '-bo', '1'])),
        whisperCliBeam: options.withBeam ? errorsIn(recording, await plain([])) : null,
        transcribed,
      }
      rows.push(row)
      options.onRow(row)
    }
  } finally {
    await transcriber.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return rows
}

function errorsIn(recording: Recording, transcribed: string): number {
  const errors = wordErrors(recording.text ?? '', transcribed, recording.language ?? 'en')
  return recording.expect === 'no_speech' ? errors.insertions : errors.rate
}

/** Plain whisper-cli reads WAV, MP3 and FLAC only; it gets the sound that our decoder makes. */
async function plainWav(audioPath: string, folder: string): Promise<string> {
  const target = path.join(folder, 'plain.wav')
  const deps = { nodePath: process.execPath, runDir: path.join(folder, 'running') }
  const signal = new AbortController().signal
  await decodeAudio(deps, { path: audioPath, target }, { signal, onProgress: () => undefined })
  return target
}

async function plainWhisper(program: string, args: string[], recording: Recording) {
  const wav = args[1] ?? ''
  const model = path.join(bundledModelsFolder, 'whisper-base-q5_1.ggml.bin')
  const language = ['-l', recording.language ?? 'auto']
  const output = ['-ojf', '-of', wav.replace(/\.wav$/, '')]
  await promisify(execFile)(program, ['-m', model, ...args, ...language, ...output])
  const answer = parseWhisperOutput(await readFile(wav.replace(/\.wav$/, '.json')))
  return answer.transcription.map((segment) => segment.text).join('')
}

/** One line of the table. */
export function accuracyLine(row: AccuracyRow): string {
  const numbers = [row.ours, row.whisperCli, row.whisperCliBeam].map((value) =>
    (value === null ? '-' : value.toFixed(3)).padStart(11),
  )
  return `${row.file.padEnd(42)}${numbers.join('')}`
}

export const accuracyHeading = `${'recording'.padEnd(42)}       ours whisper-cli     beam 5`

if (process.argv[1] === import.meta.filename) {
  process.stdout.write(`${accuracyHeading}\n`)
  const onRow = (row: AccuracyRow): void => void process.stdout.write(`${accuracyLine(row)}\n`)
  const rows = await runAccuracy({ threads: 2, withBeam: process.argv.includes('--beam'), onRow })
  const worse = rows.filter((row) => row.ours > row.whisperCli + 0.02)
  if (worse.length > 0) process.exitCode = 1
}
