/** Finds speech in a recording with whisper.cpp's program for Silero voice activity detection. */
import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import { runChild, quietEnv, runConcurrently } from '../processes/run-child.ts'
import type { Span } from '../engine.ts'
import { copyMono, openWav } from '../sound/wav.ts'

/** The program holds its whole input as floats, and two run at once; five minutes take 24 MB. */
const chunkSeconds = 300
const atOnce = 2

/** Speech continues across chunk boundaries; a gap this short there is no pause. */
const jointSeconds = 0.1

export type ActivityJob = { program: string; model: string; wav: string; runDir?: string }

const segment = /^Speech segment \d+: start = ([\d.]+), end = ([\d.]+)$/

/** Returns the spans with speech, in order, on the recording's clock. */
export async function findSpeech(job: ActivityJob, signal: AbortSignal): Promise<Span[]> {
  const wav = await openWav(job.wav)
  await wav.close()
  const spans: Span[] = []
  const folder = await mkdtemp(path.join(path.dirname(job.wav), 'speech-'))
  const ends = { ...job, folder, seconds: wav.seconds }
  try {
    for (let first = 0; first < wav.seconds; first += atOnce * chunkSeconds) {
      const starts = Array.from({ length: atOnce }, (_, at) => first + at * chunkSeconds)
      const work = (start: number, own: AbortSignal) => speechFrom(ends, start, own)
      for (const found of await runConcurrently(starts, signal, work)) append(spans, found)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return spans
}

const deadlineMs = 300_000
const mostMemoryBytes = 2 ** 30

type ChunkJob = ActivityJob & { folder: string; seconds: number }

/** The speech in the chunk that starts at `start`; empty past the end. */
async function speechFrom(job: ChunkJob, start: number, signal: AbortSignal): Promise<Span[]> {
  const chunk = { start, end: Math.min(job.seconds, start + chunkSeconds) }
  if (chunk.start >= chunk.end) return []
  const file = path.join(job.folder, `chunk-${start}.wav`)
  const source = { path: job.wav, channel: null }
  await copyMono(source, file, { chunks: [chunk], signal })
  const found = await speechOfChunk({ ...job, wav: file }, signal)
  await rm(file)
  return found.map((span) => ({ start: start + span.start, end: start + span.end }))
}

/** Appends the next chunk's spans. */
function append(spans: Span[], found: readonly Span[]): void {
  for (const span of found) {
    const last = spans.at(-1)
    if (last !== undefined && span.start - last.end < jointSeconds) last.end = span.end
    else spans.push(span)
  }
}

async function speechOfChunk(job: ActivityJob, signal: AbortSignal): Promise<Span[]> {
  const spans: Span[] = []
  const result = await runChild({
    command: job.program,
    args: [
      ...['--vad-model', job.model, '--file', job.wav, '--threads', '1', '--no-prints'],
      ...['--vad-min-speech-duration-ms', '150', '--vad-speech-pad-ms', '10'],
    ],
    box: {
      read: [job.model, job.wav],
      memoryBytes: mostMemoryBytes,
      processorSeconds: 2 * (deadlineMs / 1000),
    },
    deadlineMs,
    signal,
    env: quietEnv(),
    ...(job.runDir !== undefined && { runDir: job.runDir }),
    onStdoutLine: (line) => {
      const [, start, end] = segment.exec(line) ?? []
      // The program reports centiseconds.
      if (start !== undefined) spans.push({ start: Number(start) / 100, end: Number(end) / 100 })
    },
  })
  if (result.code !== 0) {
    throw new JobError('engine_crashed', 'The search for speech in the recording failed.')
  }
  return spans
}
