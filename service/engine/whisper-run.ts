/** One run of whisper-cli on one WAV: arguments, progress, failures, and its JSON file. */
import { readFile, rm } from 'node:fs/promises'
import { JobError } from '../core/errors.ts'
import { quietEnv, runChild, type ChildResult } from './process.ts'
import { parseWhisperOutput, type WhisperOutput } from './whisper-output.ts'

export type WhisperJob = {
  program: string
  model: string
  vadModel: string
  wav: string
  durationSeconds: number
  /** A language whisper knows, or `auto`. */
  language: string
  /** Text before the text, with the names that may occur; may be empty. */
  vocabulary: string
  /** How many of whisper's tokens that is: so much is remembered and no more. */
  vocabularyTokens?: number
  /** Whether the text shall be English whatever the speech is; English-only weights cannot. */
  translate?: boolean
  threads: number
  runDir: string
  signal: AbortSignal
  onProgress: (fraction: number) => void
}

export type WhisperRun = { output: WhisperOutput; languageProbability: number | null }

/**
 * Transcribes one WAV. Throws `cancelled`, `engine_timeout` (4 times real time and a minute),
 * `out_of_memory`, or `engine_crashed`, also when the program ends well without an answer.
 */
export async function runWhisper(job: WhisperJob): Promise<WhisperRun> {
  const stem = job.wav.replace(/\.wav$/, '')
  const file = `${stem}.json`
  let languageProbability: number | null = null
  try {
    const result = await runChild({
      command: job.program,
      args: whisperArguments(job, stem),
      deadlineMs: job.durationSeconds * 4000 + 60_000,
      signal: job.signal,
      runDir: job.runDir,
      // The voice detector asks for four threads whatever -t says; on two processors those wait
      // for each other so long that it takes 25 times as long (600 instead of 23 ms for 12 s).
      env: quietEnv({ OMP_THREAD_LIMIT: String(job.threads) }),
      onStderrLine: (line) => {
        const percent = /progress\s*=\s*(\d+)%/.exec(line)?.[1]
        if (percent !== undefined) job.onProgress(Math.min(1, Number(percent) / 100))
        const p = /auto-detected language: \S+ \(p = ([\d.]+)\)/.exec(line)?.[1]
        if (p !== undefined) languageProbability = Math.min(1, Number(p))
      },
    })
    const bytes = await readFile(file).catch(() => undefined)
    if (result.code !== 0 || bytes === undefined) throw crashed(result)
    return { output: parseWhisperOutput(bytes), languageProbability }
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Greedy decoding: beam 5 takes 2.5 to 3 times as long. Silence is cut out only where it lasts 4 s,
 * and 2 s of it are left on each side: with the engine's own narrow margins the word error rate of
 * single recordings rose by up to 0.045, with these it is that of the uncut sound. Each window is
 * heard without the text before it, which a small model tends to repeat (0.24 instead of 0.11 on a
 * sonnet); only words of the owner's vocabulary are carried along.
 */
function whisperArguments(job: WhisperJob, stem: string): string[] {
  return [
    ...['--model', job.model, '--file', job.wav, '--output-file', stem, '--output-json-full'],
    ...['--language', job.language, '--threads', String(job.threads), '--print-progress'],
    ...['--beam-size', '1', '--best-of', '1'],
    ...(job.translate === true ? ['--translate'] : []),
    ...['--vad', '--vad-model', job.vadModel],
    ...['--vad-min-silence-duration-ms', '4000', '--vad-speech-pad-ms', '2000'],
    ...(job.vocabulary === ''
      ? ['--max-context', '0']
      : ['--prompt', job.vocabulary, '--carry-initial-prompt', ...noOtherText(job)]),
  ]
}

/** Room for the vocabulary and its mark alone: carried along, the text before it cost 0.06 on a clip. */
const noOtherText = ({ vocabularyTokens }: WhisperJob): string[] =>
  vocabularyTokens === undefined ? [] : ['--max-context', String(vocabularyTokens + 1)]

function crashed(result: ChildResult): JobError {
  const tail = result.stderrTail
  if (result.wasOutOfMemory || /bad_alloc|failed to allocate|not enough memory/i.test(tail)) {
    return new JobError('out_of_memory', 'Transcribing took more memory than there is.')
  }
  const end = result.signal ?? `exit code ${result.code}`
  const reason = /^error: .*$/m.exec(tail)?.[0] ?? 'no transcript was written'
  return new JobError('engine_crashed', `The speech engine ended early (${end}): ${reason}.`)
}
