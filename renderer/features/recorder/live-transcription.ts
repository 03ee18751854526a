/** Live transcription of a running recording: sends sound every few seconds and receives words. */
import { agree, nextStart, emptyAgreement, settleBefore, type LiveWord } from './agreement.ts'
import { addWords, joinTo, type LiveLine } from './live-lines.ts'
import { createLiveSound } from './live-sound.ts'
import type { OnSound } from './sound-tap.ts'

export type TranscribeChunk = (
  chunk: Blob,
  /** A null language is left to the service. */
  options: { language: string | null; signal: AbortSignal },
) => Promise<{ words: LiveWord[]; language: string | null }>

/** Why live transcription stopped by itself. */
export type LiveEnd = { reason: 'slow' } | { reason: 'failed'; error: unknown }

export type LiveTranscriptionOptions = {
  tap: (onSound: OnSound) => Promise<() => void>
  isPaused: () => boolean
  transcribe: TranscribeChunk
  onWords: (words: { lines: LiveLine[]; tentative: string }) => void
  onEnd: (end: LiveEnd) => void
}

/** Choice: often enough for words within 5 s, rarely enough not to load a small machine. */
const everySeconds = 3

/** After a slow answer the machine rests for this share of the time it took. */
const restShare = 0.3

/** Answers later than this are useless; after three in a row, live words stop. */
const uselessSeconds = 10
const mostMisses = 3

/** The service accepts 30 s; during slow answers more sound may accumulate. */
const mostSeconds = 28

/** 50 dB below full scale: fainter than any speech. */
const quietPower = 100 ** 2

/** How many settled words to keep for detecting repetitions. */
const keptWords = 100

/** Starts live transcription; the returned function stops it. The recording is never affected. */
export function startLiveTranscription(options: LiveTranscriptionOptions): () => void {
  const ended = new AbortController()
  const sound = createLiveSound()
  const transcribeUntil = createTranscriber(options, sound, ended.signal)
  let dueAt = everySeconds - 1
  let isBusy = false
  let misses = 0
  const end = (reason: LiveEnd): void => {
    if (ended.signal.aborted) return
    ended.abort()
    options.onEnd(reason)
  }
  const step = async (): Promise<void> => {
    isBusy = true
    const [beganAt, from] = [performance.now(), sound.seconds()]
    const miss = await transcribeUntil(from).catch((error: unknown) => ({ error }))
    const tookSeconds = (performance.now() - beganAt) / 1_000
    const rest = tookSeconds > everySeconds ? tookSeconds * restShare : 0
    dueAt = Math.max(from + everySeconds, sound.seconds() + rest)
    isBusy = false
    const isSlow = tookSeconds > uselessSeconds
    misses = miss || isSlow ? misses + 1 : 0
    if (miss && isFinal(miss.error)) end({ reason: 'failed', error: miss.error })
    if (misses < mostMisses) return
    end(isSlow || !miss ? { reason: 'slow' } : { reason: 'failed', error: miss.error })
  }
  const closed = options.tap((tracks) => {
    if (ended.signal.aborted || options.isPaused()) return
    sound.add(tracks)
    // The sound itself is the clock, because browsers delay timers in hidden windows.
    if (!isBusy && sound.seconds() >= dueAt) void step()
  })
  closed.catch((error: unknown) => end({ reason: 'failed', error }))
  ended.signal.addEventListener(
    'abort',
    () =>
      void closed.then(
        (close) => close(),
        () => undefined,
      ),
  )
  return () => ended.abort()
}

/** Whether an error would persist on a retry three seconds later. */
const isFinal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  ['model_unavailable', 'validation_error', 'insufficient_permissions'].includes(String(error.code))

/** Creates a function that transcribes up to a moment and reports settled and tentative words. */
function createTranscriber(
  options: LiveTranscriptionOptions,
  sound: ReturnType<typeof createLiveSound>,
  ended: AbortSignal,
) {
  let agreement = emptyAgreement
  let lines: LiveLine[] = []
  let language: string | null = null
  let start = 0
  let transcribedUntil = 0
  /** Settles the words before `moment` and drops their sound. */
  const moveOn = (moment: number): void => {
    start = Math.max(start, moment)
    const before = agreement.settled.length
    agreement = settleBefore(agreement, start)
    lines = addWords(lines, agreement.settled.slice(before), sound.powers)
  }
  const transcribeChunk = async (end: number): Promise<void> => {
    moveOn(end - mostSeconds)
    const signal = AbortSignal.any([ended, AbortSignal.timeout(2 * uselessSeconds * 1_000)])
    const recognized = await options.transcribe(sound.chunk({ start, end }), { language, signal })
    if (ended.aborted) return
    // Detection takes half of the time, so keep a detected language.
    if (recognized.words.length > 2) language ??= recognized.language
    const before = agreement.settled.length
    const words = recognized.words.map((word) => shift(word, start))
    agreement = agree(agreement, words)
    lines = addWords(lines, agreement.settled.slice(before), sound.powers)
    moveOn(nextStart(agreement, { start, end }))
    options.onWords({ lines, tentative: joinTo('', agreement.tentative) })
  }
  return async (end: number): Promise<void> => {
    const isQuiet = sound
      .powers({ start: transcribedUntil, end })
      .every((power) => power < quietPower)
    transcribedUntil = end
    if (!(isQuiet && agreement.tentative.length === 0)) await transcribeChunk(end)
    else moveOn(nextStart(agreement, { start, end }))
    sound.forget(start - everySeconds)
    agreement = { ...agreement, settled: agreement.settled.slice(-keptWords) }
  }
}

const shift = (word: LiveWord, by: number): LiveWord => ({
  ...word,
  start: word.start + by,
  end: word.end + by,
})
