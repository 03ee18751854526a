/** Reads a recording's properties and decodes it to 16 kHz PCM on disk, in a child process. */
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError, type JobErrorCode } from '../../core/errors.ts'
import type { StartScript } from '../../core/script-child.ts'
import type { TranscribeOptions, MediaFacts, WorkOptions } from '../engine.ts'
import { ranOutOfMemory } from '../processes/process-end.ts'
import { runScript } from '../processes/run-script.ts'
import { findFfmpeg } from './system-ffmpeg.ts'

const entry = fileURLToPath(new URL('./decode-child.ts', import.meta.url))

// Enough for the largest chunk in flight; a file that needs more is rejected.
const heapMegabytes = 512

/** With the space that V8 sets aside for itself, 0.6 GB, and the decoders' own. */
const mostMemoryBytes = 3 * 2 ** 30

const Facts = Type.Object({
  container: Type.String(),
  durationSeconds: Type.Number(),
  hasVideo: Type.Boolean(),
  audioTracks: Type.Array(
    Type.Object({ codec: Type.String(), channels: Type.Number(), sampleRate: Type.Number() }),
  ),
})
const failureCodes = [
  'no_audio_stream',
  'unsupported_media',
  'decode_failed',
  'media_too_long',
] as const satisfies JobErrorCode[]
const Failure = Type.Object({
  ok: Type.Literal(false),
  code: Type.Enum(failureCodes),
  message: Type.String(),
})
const Readable = Type.Object({ readable: Facts })
const Decoded = Type.Object({
  ok: Type.Literal(true),
  facts: Facts,
  durationSeconds: Type.Number(),
  channels: Type.Integer(),
  channelsDiffer: Type.Boolean(),
  isDamaged: Type.Boolean(),
})

export type DecodedAudio = Omit<Static<typeof Decoded>, 'ok'>

export type AudioDeps = {
  nodePath: string
  runDir: string
  startScript?: StartScript | undefined
}

/**
 * Decodes a recording, or about its first `mostSeconds`, to `target`: a 16 kHz 16-bit WAV with one or
 * two channels. Throws `JobError`, or whatever `onReadable` throws.
 */
export async function decodeAudio(
  deps: AudioDeps,
  { path: file, target, mostSeconds }: { path: string; target: string; mostSeconds?: number },
  options: TranscribeOptions,
): Promise<DecodedAudio> {
  const refused = new AbortController()
  let noted = Promise.resolve()
  const onFacts = (facts: MediaFacts): void => {
    noted = options.onReadable?.(facts) ?? noted
    noted.catch(() => refused.abort())
  }
  const signal = AbortSignal.any([options.signal, refused.signal])
  try {
    const args = mostSeconds === undefined ? [] : [String(mostSeconds)]
    const answer = await runDecoder(deps, [file, target, ...args], { ...options, signal, onFacts })
    if (Value.Check(Decoded, answer)) return answer
    throw new JobError('decode_failed', 'The decoder gave no usable answer.')
  } finally {
    // Report this failure first: the abort is only its consequence.
    await noted
  }
}

type DecoderOptions = WorkOptions & { onFacts: (facts: MediaFacts) => void }

async function runDecoder(
  deps: AudioDeps,
  args: [string, string, ...string[]],
  options: DecoderOptions,
) {
  let last: unknown
  const deadlineMs = await decodeDeadlineMs(args[0])
  const task = {
    command: deps.nodePath,
    args: [`--max-old-space-size=${heapMegabytes}`, entry, ...args],
    box: {
      read: [args[0]],
      run: await ffmpegFolders(),
      write: path.dirname(args[1]),
      memoryBytes: mostMemoryBytes,
      processorSeconds: 2 * (deadlineMs / 1000),
      startsPrograms: true,
    },
    deadlineMs,
    runDir: deps.runDir,
    startScript: deps.startScript,
    onMessage: (content: unknown) => {
      if (Value.Check(Readable, content)) options.onFacts(content.readable)
      else last = content
    },
  }
  const result = await runScript(task, options)
  if (Value.Check(Failure, last)) throw new JobError(last.code, last.message)
  if (last !== undefined) return last
  if (result.wasOutOfMemory || ranOutOfMemory(result.stderrTail)) {
    throw new JobError('out_of_memory', 'Reading this file took more memory than there is.')
  }
  throw new JobError('decode_failed', 'The decoder ended without an answer: the file is damaged.')
}

/** The owner's ffmpeg may lie outside the system's folders. */
async function ffmpegFolders(): Promise<string[]> {
  const found = Object.values((await findFfmpeg()) ?? {})
  return Promise.all(found.map(async (file) => path.dirname(await realpath(file))))
}

/**
 * Deadline in milliseconds, by file size because the duration is not known yet. The slowest format
 * takes 1 s for 500 kB here.
 */
async function decodeDeadlineMs(file: string): Promise<number> {
  const { size } = await stat(file)
  return Math.min(7_200_000, 120_000 + size / 100)
}
