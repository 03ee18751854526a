/** Where in a recording someone speaks, by whisper.cpp's program for Silero's voice activity. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import { runChild, quietEnv } from '../process.ts'
import { copyMono, type Stretch } from '../wav-file.ts'
import { sideBySide } from './side-by-side.ts'
import { openWav } from './wav-reader.ts'

/** The program holds its whole input as floats, and two run at once; five minutes take 24 MB. */
const pieceSeconds = 300
const atOnce = 2

/** At the joint of two pieces speech goes on; so short a gap is no pause. */
const jointSeconds = 0.1

export type ActivityJob = { program: string; model: string; wav: string; runDir?: string }

const segment = /^Speech segment \d+: start = ([\d.]+), end = ([\d.]+)$/

/** Returns the stretches with speech, in order, on the recording's clock. */
export async function findSpeech(job: ActivityJob, signal: AbortSignal): Promise<Stretch[]> {
  const wav = await openWav(job.wav)
  await wav.close()
  const spans: Stretch[] = []
  const folder = await mkdtemp(path.join(path.dirname(job.wav), 'speech-'))
  const ends = { ...job, folder, seconds: wav.seconds }
  try {
    for (let first = 0; first < wav.seconds; first += atOnce * pieceSeconds) {
      const starts = Array.from({ length: atOnce }, (_, at) => first + at * pieceSeconds)
      const work = (start: number, own: AbortSignal) => speechFrom(ends, start, own)
      for (const found of await sideBySide(starts, signal, work)) append(spans, found)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return spans
}

type PieceJob = ActivityJob & { folder: string; seconds: number }

/** The speech of the piece that begins at `start`; none behind the end. */
async function speechFrom(job: PieceJob, start: number, signal: AbortSignal): Promise<Stretch[]> {
  const piece = { start, end: Math.min(job.seconds, start + pieceSeconds) }
  if (piece.start >= piece.end) return []
  const file = path.join(job.folder, `piece-${start}.wav`)
  const source = { path: job.wav, channels: 1, channel: null }
  await copyMono(source, file, { pieces: [piece], signal })
  const found = await speechOfPiece({ ...job, wav: file }, signal)
  await rm(file)
  return found.map((span) => ({ start: start + span.start, end: start + span.end }))
}

/** Adds what was found in the next piece. */
function append(spans: Stretch[], found: readonly Stretch[]): void {
  for (const span of found) {
    const last = spans.at(-1)
    if (last !== undefined && span.start - last.end < jointSeconds) last.end = span.end
    else spans.push(span)
  }
}

async function speechOfPiece(job: ActivityJob, signal: AbortSignal): Promise<Stretch[]> {
  const spans: Stretch[] = []
  const result = await runChild({
    command: job.program,
    args: [
      ...['--vad-model', job.model, '--file', job.wav, '--threads', '1', '--no-prints'],
      ...['--vad-min-speech-duration-ms', '150', '--vad-speech-pad-ms', '10'],
    ],
    deadlineMs: 300_000,
    signal,
    env: quietEnv(),
    ...(job.runDir !== undefined && { runDir: job.runDir }),
    onStdoutLine: (line) => {
      const [, start, end] = segment.exec(line) ?? []
      // The program counts in hundredths of a second.
      if (start !== undefined) spans.push({ start: Number(start) / 100, end: Number(end) / 100 })
    },
  })
  if (result.code !== 0) {
    throw new JobError('engine_crashed', 'The search for speech in the recording failed.')
  }
  return spans
}
