/** Any recording → facts about it, or 16 kHz PCM on disk, by a child process of its own. */
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError, type JobErrorCode } from '../core/errors.ts'
import type { MediaFacts, WorkOptions } from './engine.ts'
import { quietEnv, runChild } from './process.ts'

const entry = fileURLToPath(new URL('./decode/decode-child.ts', import.meta.url))

// Enough for the largest piece in flight; a file that makes the decoder want more is refused.
const heapMegabytes = 512

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
const Probed = Type.Object({ ok: Type.Literal(true), facts: Facts })
const Decoded = Type.Object({
  ok: Type.Literal(true),
  facts: Facts,
  durationSeconds: Type.Number(),
  channels: Type.Integer(),
  channelsDiffer: Type.Boolean(),
  isDamaged: Type.Boolean(),
})
const Progress = Type.Object({ progress: Type.Number() })

export type DecodedAudio = Omit<Static<typeof Decoded>, 'ok'>

export type AudioDeps = { nodePath: string; runDir: string }

/** Reads container and tracks. Throws `JobError` when the file holds no audio that can be used. */
export async function probeAudio(
  deps: AudioDeps,
  path: string,
  signal: AbortSignal,
): Promise<MediaFacts> {
  const answer = await runDecoder(deps, ['probe', path], { signal, onProgress: () => undefined })
  if (Value.Check(Probed, answer)) return answer.facts
  throw new JobError('decode_failed', 'The decoder gave no usable answer.')
}

/** Writes `target`, a 16 kHz 16-bit WAV with one or two channels. Throws `JobError`. */
export async function decodeAudio(
  deps: AudioDeps,
  { path, target }: { path: string; target: string },
  options: WorkOptions,
): Promise<DecodedAudio> {
  const answer = await runDecoder(deps, ['decode', path, target], options)
  if (Value.Check(Decoded, answer)) return answer
  throw new JobError('decode_failed', 'The decoder gave no usable answer.')
}

async function runDecoder(deps: AudioDeps, args: string[], options: WorkOptions) {
  let last: unknown
  const result = await runChild({
    command: deps.nodePath,
    args: [`--max-old-space-size=${heapMegabytes}`, entry, ...args],
    deadlineMs: await decodeDeadlineMs(args[1]),
    signal: options.signal,
    runDir: deps.runDir,
    // Inside Electron this program is Electron's, which then runs the script as plain Node would.
    env: quietEnv({ ELECTRON_RUN_AS_NODE: '1' }),
    onStdoutLine: (line) => {
      const content = parseLine(line)
      if (Value.Check(Progress, content)) options.onProgress(content.progress)
      else last = content
    },
  })
  if (Value.Check(Failure, last)) throw new JobError(last.code, last.message)
  if (last !== undefined) return last
  if (result.wasOutOfMemory || /heap out of memory|memory allocation of/.test(result.stderrTail)) {
    throw new JobError('out_of_memory', 'Reading this file took more memory than there is.')
  }
  throw new JobError('decode_failed', 'The decoder ended without an answer: the file is damaged.')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A library's own print; the answer is JSON.
    return undefined
  }
}

/** By size, since the length is not known yet: the slowest kind takes 1 s for 500 kB here. */
async function decodeDeadlineMs(path: string | undefined): Promise<number> {
  const size = path === undefined ? 0 : await stat(path).then((stats) => stats.size)
  return Math.min(7_200_000, 120_000 + size / 100)
}
