/** Runs whisper-cli on one WAV: arguments, progress, failures, and its JSON output. */
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { JobError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { BoxRules } from '../box/box.ts'
import { ranOutOfMemory } from '../processes/process-end.ts'
import { alignmentPreset } from './alignment-heads.ts'
import { quietEnv, runChild, type ChildResult, type ChildTask } from '../processes/run-child.ts'
import {
  parseDetectedLanguage,
  tellLanguages,
  type DetectedLanguage,
} from './detected-languages.ts'
import { findGpuProgram } from './gpu-build.ts'
import { parseWhisperOutput, segmentReader, type WhisperOutput } from './output.ts'
import { createProcessorSight, noteProcessor, type ProcessorSight } from './processor.ts'
import { allowedSeconds } from './time-allowed.ts'
import { mostPromptTokens } from '../pipeline/prompt.ts'
import { termSettings } from './terms.ts'
import type { Residents, WhisperEnd } from './resident.ts'

export type WhisperJob = {
  program: string
  model: string
  vadModel: string
  wav: string
  durationSeconds: number
  /** Whisper's code for a language, or `auto`. */
  language: string
  /** Whether to tell which languages are heard where. */
  tellsLanguages?: boolean
  /** Names and terms that may be spoken (`toTerms`). */
  terms?: readonly string[]
  /** Text to go on from. */
  prompt?: string
  /** The prompt's length in tokens; the context is limited to this. */
  promptTokens?: number
  /** Whether to translate to English; English-only weights cannot. */
  translate?: boolean
  threads: number
  /** Someone watches the words appear: favour speed, and keep normal process priority. */
  isLive?: boolean
  runDir: string
  signal: AbortSignal
  onProgress: (fraction: number) => void
  /** Called while it works with all that is recognized so far; only by our own build of whisper-cli. */
  onSegments?: (run: WhisperRun) => void
  log?: Log
  /** Processes that have loaded the models; without them each job starts its own. */
  residents?: Residents
}

/**
 * Programs to run without a GPU. Choice: a driver that failed once usually fails again, and a GPU
 * that is not there takes time to look for; the next start tries again.
 */
const withoutGpu = new Set<string>()

export type WhisperRun = {
  output: WhisperOutput
  languageProbability: number | null
  /** In order; empty unless asked for. */
  detected: DetectedLanguage[]
}

/**
 * Transcribes one WAV. After a GPU failure, repeats the work on the CPU and avoids the GPU until
 * the next start. Throws `cancelled`, `engine_timeout` (time-allowed.ts), `out_of_memory`, or
 * `engine_crashed`, also if the program exits normally without output.
 */
export async function runWhisper(job: WhisperJob): Promise<WhisperRun> {
  if (withoutGpu.has(job.program)) return runOnce(job, { program: job.program, isGpuBarred: true })
  const sight = createProcessorSight()
  try {
    const program = await findGpuProgram(job.program)
    const run = await runOnce(job, { program, isGpuBarred: false, sight })
    if (sight.isAbsent && program !== job.program) withoutGpu.add(job.program)
    noteProcessor(sight.name)
    return run
  } catch (error) {
    if (sight.isAbsent || !isEngineFailure(error)) throw error
    job.log?.warn({ err: error }, 'speech engine failed, perhaps on the GPU; retrying without it')
    withoutGpu.add(job.program)
    const run = await runOnce(job, { program: job.program, isGpuBarred: true })
    noteProcessor(null, sight.name)
    return run
  }
}

const isEngineFailure = (error: unknown): boolean =>
  error instanceof JobError && ['engine_crashed', 'out_of_memory'].includes(error.code)

/** `sight` is what the program says of the GPU, where it may use one. */
type Attempt = { program: string; isGpuBarred: boolean; sight?: ProcessorSight }

async function runOnce(job: WhisperJob, attempt: Attempt): Promise<WhisperRun> {
  const { onSegments, wav, durationSeconds } = job
  let languageProbability: number | null = null
  const detected: DetectedLanguage[] = []
  const loadArgs = await loadArguments(job, attempt)
  const seconds = await allowedSeconds(job.model, durationSeconds)
  const { size, mtimeMs } = await stat(job.model)
  const call = {
    command: attempt.program,
    args: [...loadArgs, ...whisperArguments(job)],
    box: boxFor(job, { size, seconds, hasGraphics: !attempt.isGpuBarred }),
    deadlineMs: seconds * 1000,
    signal: job.signal,
    runDir: job.runDir,
    ...(job.isLive === true && { isUrgent: true }),
    env: quietEnv({
      ...threadSettings(job.threads),
      ...(job.tellsLanguages === true && tellLanguages),
      ...termSettings(job.terms),
    }),
    ...(onSegments !== undefined && {
      onStdoutLine: harmless(
        segmentReader((output) => onSegments({ output, languageProbability, detected: [] })),
        job.log,
      ),
    }),
    onStderrLine: (line: string) => {
      const percent = /progress\s*=\s*(\d+)%/.exec(line)?.[1]
      if (percent !== undefined) job.onProgress(Math.min(1, Number(percent) / 100))
      const p = /auto-detected language: \S+ \(p = ([\d.]+)\)/.exec(line)?.[1]
      if (p !== undefined) languageProbability = Math.min(1, Number(p))
      attempt.sight?.read(line)
      const told = parseDetectedLanguage(line)
      if (told !== undefined) detected.push(told)
    },
  }
  const version = `${size} ${mtimeMs}`
  const { result, json } =
    (await job.residents?.run({ ...call, ...{ loadArgs, version, wav, durationSeconds } })) ??
    (await runAlone(call, wav))
  if (result.code !== 0 || json === undefined) throw crashed(result)
  return { output: parseWhisperOutput(json), languageProbability, detected }
}

/** In a process of its own. */
async function runAlone(
  { args, box, ...call }: Omit<ChildTask, 'box'> & { box: WhisperBox },
  wav: string,
): Promise<WhisperEnd> {
  const stem = wav.replace(/\.wav$/, '')
  const file = `${stem}.json`
  try {
    const result = await runChild({
      ...call,
      args: [...args, '--file', wav, '--output-file', stem],
      box: { ...box, read: [...box.read, wav], write: path.dirname(wav) },
    })
    return { result, json: await readFile(file).catch(() => undefined) }
  } finally {
    await rm(file, { force: true })
  }
}

/** What is shown in between never ends the work: the file at its end counts. */
const harmless =
  (read: (line: string) => void, log: Log | undefined) =>
  (line: string): void => {
    try {
      read(line)
    } catch (error) {
      log?.warn({ err: error }, 'segments recognized so far were not read')
    }
  }

type WhisperBox = Omit<BoxRules, 'run' | 'write'>

/** The weights once in memory and once more on their way there; the rest is the encoder's. */
function boxFor(
  job: WhisperJob,
  { size, seconds, hasGraphics }: { size: number; seconds: number; hasGraphics: boolean },
): WhisperBox {
  return {
    read: [job.model, job.vadModel],
    memoryBytes: 2 * size + 3 * 2 ** 30,
    processorSeconds: seconds * job.threads,
    hasGraphics,
  }
}

/**
 * An unpatched whisper-cli detects voices with four threads regardless of -t; on two processors they
 * wait for each other so long that it takes 25 times as long (600 instead of 23 ms for 12 s). Waiting
 * threads spin only briefly, so that they yield on a busy machine.
 */
const threadSettings = (threads: number): Record<string, string> => ({
  OMP_THREAD_LIMIT: String(threads),
  GOMP_SPINCOUNT: '10000',
})

/** What is decided when the weights are loaded. */
async function loadArguments(job: WhisperJob, { isGpuBarred }: Attempt): Promise<string[]> {
  const alignment = await alignmentPreset(job.model)
  return [
    ...['--model', job.model, '--vad', '--vad-model', job.vadModel],
    ...(alignment === undefined ? [] : ['--dtw', alignment]),
    ...(isGpuBarred ? ['--no-gpu'] : []),
  ]
}

/**
 * Our build decodes with one beam and repeats a window with all five if the result is doubtful
 * (search-patches.ts). Silence is cut only if it lasts 4 s, and 2 s of it remain on each side: with
 * whisper.cpp's own narrow margins the word error rate of single recordings rose by up to 0.045,
 * with these it equals that of the uncut sound. Each window is transcribed without the text before
 * it, which a small model tends to repeat; only a given prompt is carried over.
 */
function whisperArguments(job: WhisperJob): string[] {
  return [
    ...['--output-json-full', '--print-progress'],
    ...['--language', job.language, '--threads', String(job.threads)],
    ...(job.isLive === true ? quickSearch(job) : fullSearch),
    ...(job.translate === true ? ['--translate'] : []),
    ...['--vad-min-silence-duration-ms', '4000', '--vad-speech-pad-ms', '2000'],
    ...['--max-context', String(contextTokens(job))],
    ...(hasPrompt(job) ? ['--prompt', job.prompt, '--carry-initial-prompt'] : []),
  ]
}

const hasPrompt = (job: WhisperJob): job is WhisperJob & { prompt: string } =>
  job.prompt !== undefined && job.prompt !== ''

/** Room for the prompt and the token before it, but for no text of the window before. */
const contextTokens = (job: WhisperJob): number =>
  hasPrompt(job) ? (job.promptTokens ?? mostPromptTokens) + 1 : 0

const fullSearch = ['--beam-size', '5', '--best-of', '1']

/** The encoder's context in steps of 20 ms: 30 s by default. */
const stepsPerSecond = 50
const [fewestSteps, mostSteps, marginSteps] = [512, 1500, 128]

/**
 * One beam without retries: the next chunk contains the same words again. The encoder's context is
 * hardly longer than the chunk, because the rest of its 30 s would be silence that costs as much as
 * sound. The exception is language detection, which encodes all 30 s and reuses the result.
 */
function quickSearch({ durationSeconds, language }: WhisperJob): string[] {
  const search = ['--beam-size', '1', '--best-of', '1', '--no-fallback']
  if (language === 'auto') return search
  const steps = Math.ceil((durationSeconds * stepsPerSecond + marginSteps) / 64) * 64
  const context = Math.min(mostSteps, Math.max(fewestSteps, steps))
  return [...search, '--audio-ctx', String(context)]
}

function crashed(result: ChildResult): JobError {
  const tail = result.stderrTail
  if (result.wasOutOfMemory || ranOutOfMemory(tail)) {
    return new JobError('out_of_memory', 'Transcribing took more memory than there is.')
  }
  const end = result.signal ?? `exit code ${result.code}`
  const reason = /^error: .*$/m.exec(tail)?.[0] ?? 'no transcript was written'
  return new JobError('engine_crashed', `The speech engine ended early (${end}): ${reason}.`)
}
