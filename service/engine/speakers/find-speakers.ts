/** Who speaks when in a mono recording: the stronger models where installed, else the bundled one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import { requireModel } from '../catalogue.ts'
import type { Voice, WorkOptions } from '../engine.ts'
import { quietEnv, runChild } from '../process.ts'
import type { Stretch } from '../wav-file.ts'
import type { SpeakerTurn } from './turns.ts'
import { bundledEncoder } from './voice.ts'
import { findSpeech } from './voice-activity.ts'

const entry = fileURLToPath(new URL('./speakers-child.ts', import.meta.url))

const Progress = Type.Object({ progress: Type.Number() })
const Answer = Type.Object({
  ok: Type.Literal(true),
  turns: Type.Array(
    Type.Object({
      start: Type.Number(),
      end: Type.Number(),
      speaker: Type.Integer({ minimum: 0 }),
    }),
  ),
  embeddings: Type.Array(Type.Array(Type.Number())),
})

export type SpeakerDeps = {
  /** Where weights lie, in order (`modelFolders` of catalogue.ts). */
  folders: readonly string[]
  /** whisper.cpp's program that finds speech; needed where the spans are not known. */
  vadProgram?: string
  runDir?: string
  threads?: number
  /** How to run a script in a child; Electron passes its own. */
  nodePath?: string
  log?: (message: string) => void
}

/** `speaker` is a place in `voices`, in the order in which they are first heard. */
export type FoundSpeakers = { turns: SpeakerTurn[]; voices: Voice[] }

/**
 * Tells the speakers of a mono 16 kHz, 16-bit WAV apart, their number unknown. Turns are in order
 * and do not overlap. `spans` are the stretches with speech; left out, they are found. Throws
 * `JobError` (model_missing, engine_crashed, engine_timeout, out_of_memory, cancelled).
 */
export async function findSpeakers(
  deps: SpeakerDeps,
  { wav, spans }: { wav: string; spans?: readonly Stretch[] },
  options: WorkOptions,
): Promise<FoundSpeakers> {
  const speech = spans ?? (await speechOf(deps, wav, options.signal))
  if (speech.length === 0) return { turns: [], voices: [] }
  const { turns, embeddings } = await runEncoder(deps, { wav, spans: speech }, options)
  return { turns, voices: embeddings.map(toVoice) }
}

/** How the one speaker of these stretches sounds; null when they are too short to tell. */
export async function embedVoice(
  deps: SpeakerDeps,
  { wav, spans }: { wav: string; spans: readonly Stretch[] },
  { signal }: { signal: AbortSignal },
): Promise<Voice | null> {
  const options = { signal, onProgress: () => undefined }
  const { embeddings } = await runEncoder(deps, { wav, spans, isOne: true }, options)
  const [embedding] = embeddings
  return embedding === undefined ? null : toVoice(embedding)
}

const toVoice = (embedding: number[]): Voice => ({ model: bundledEncoder, embedding })

async function speechOf(deps: SpeakerDeps, wav: string, signal: AbortSignal): Promise<Stretch[]> {
  if (deps.vadProgram === undefined) {
    throw new JobError('model_missing', 'The program that finds speech is not built.')
  }
  const model = await requireModel('silero-vad', deps.folders)
  const { vadProgram: program, runDir } = deps
  return findSpeech({ program, model: model.path, wav, ...(runDir && { runDir }) }, signal)
}

type EncoderJob = { wav: string; spans: readonly Stretch[]; isOne?: boolean }

async function runEncoder(
  deps: SpeakerDeps,
  { wav, spans, isOne = false }: EncoderJob,
  options: WorkOptions,
): Promise<Static<typeof Answer>> {
  const model = await requireModel(bundledEncoder, deps.folders)
  const folder = await mkdtemp(path.join(path.dirname(wav), 'speakers-'))
  try {
    const list = path.join(folder, 'spans.json')
    await writeFile(list, JSON.stringify(spans))
    const order = [model.path, wav, list, String(deps.threads ?? 1), ...(isOne ? ['one'] : [])]
    return await runSpeakersChild(deps, [entry, ...order], options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runSpeakersChild(
  deps: SpeakerDeps,
  args: string[],
  options: WorkOptions,
): Promise<Static<typeof Answer>> {
  let last: unknown
  const result = await runChild({
    command: deps.nodePath ?? process.execPath,
    args,
    // Ten hours take about ten minutes; a busy machine ten times that.
    deadlineMs: 7_200_000,
    signal: options.signal,
    ...(deps.runDir !== undefined && { runDir: deps.runDir }),
    // Inside Electron this program is Electron's, which then runs the script as plain Node would.
    env: quietEnv({ ELECTRON_RUN_AS_NODE: '1' }),
    onStdoutLine: (line) => {
      last = parseLine(line)
      if (Value.Check(Progress, last)) options.onProgress(last.progress)
    },
  })
  if (Value.Check(Answer, last)) return last
  if (result.wasOutOfMemory) {
    throw new JobError(
      'out_of_memory',
      'Telling the speakers apart took more memory than there is.',
    )
  }
  deps.log?.(`The speaker process ended with ${result.code ?? result.signal}: ${result.stderrTail}`)
  throw new JobError('engine_crashed', 'Telling the speakers apart failed.')
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // A library's own print; the answer is JSON.
    return undefined
  }
}
