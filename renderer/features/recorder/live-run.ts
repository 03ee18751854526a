/** Hears along while a recording runs: sound to the service every few seconds, settled words back. */
import { agree, nextStart, nothingHeard, settleBefore, type LiveWord } from './agreement.ts'
import { addWords, joinTo, type LiveLine } from './live-lines.ts'
import { createLiveSound } from './live-sound.ts'
import type { OnSound } from './sound-tap.ts'

export type Hear = (
  piece: Blob,
  options: { language: string | null; signal: AbortSignal },
) => Promise<{ words: LiveWord[]; language: string | null }>

/** Why it came to an end by itself. */
export type LiveEnd = { reason: 'slow' } | { reason: 'failed'; error: unknown }

export type LiveParts = {
  tap: (onSound: OnSound) => Promise<() => void>
  isPaused: () => boolean
  hear: Hear
  /** Null where it is to be detected. */
  language: string | null
  onWords: (words: { lines: LiveLine[]; tentative: string }) => void
  onEnd: (end: LiveEnd) => void
}

/** Choice: often enough for words within 5 s, seldom enough to leave a small machine free. */
const everySeconds = 3

/** After an answer that took long, the machine rests for this share of the time. */
const restShare = 0.3

/** An answer this late is of no use; after three in a row live words are given up. */
const uselessSeconds = 10
const mostMisses = 3

/** The service takes 30 s; where answers are slow, more than that was said meanwhile. */
const mostSeconds = 28

/** 50 dB below full: fainter than any speech. */
const quietPower = 100 ** 2

/** Settled words that are still needed to know what was said. */
const keptWords = 100

/** Begins to hear; the answer ends it. Never disturbs what is recorded. */
export function runLiveWords(parts: LiveParts): () => void {
  const ended = new AbortController()
  const sound = createLiveSound()
  const hearing = createHearing(parts, sound, ended.signal)
  let dueAt = everySeconds - 1
  let isBusy = false
  let misses = 0
  const end = (reason: LiveEnd): void => {
    if (ended.signal.aborted) return
    ended.abort()
    parts.onEnd(reason)
  }
  const step = async (): Promise<void> => {
    isBusy = true
    const [beganAt, from] = [performance.now(), sound.seconds()]
    const miss = await hearing(from).catch((error: unknown) => ({ error }))
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
  const closed = parts.tap((tracks) => {
    if (ended.signal.aborted || parts.isPaused()) return
    sound.add(tracks)
    // Told the time by the sound itself: timers of a hidden window come late.
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

/** A machine without the engine will not have it in three seconds either. */
const isFinal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  ['model_unavailable', 'validation_error', 'insufficient_permissions'].includes(String(error.code))

/** Hears up to a moment, and tells what is settled and what is not. */
function createHearing(
  parts: LiveParts,
  sound: ReturnType<typeof createLiveSound>,
  ended: AbortSignal,
) {
  let agreement = nothingHeard
  let lines: LiveLine[] = []
  let { language } = parts
  let start = 0
  let heardUntil = 0
  /** The sound before `moment` is left behind, with what was heard in it. */
  const moveOn = (moment: number): void => {
    start = Math.max(start, moment)
    const before = agreement.settled.length
    agreement = settleBefore(agreement, start)
    lines = addWords(lines, agreement.settled.slice(before), sound.powers)
  }
  const hearPiece = async (end: number): Promise<void> => {
    moveOn(end - mostSeconds)
    const signal = AbortSignal.any([ended, AbortSignal.timeout(2 * uselessSeconds * 1_000)])
    const heard = await parts.hear(sound.piece({ start, end }), { language, signal })
    if (ended.aborted) return
    // What was detected once is not detected again: that takes half of the time.
    if (heard.words.length > 2) language ??= heard.language
    const before = agreement.settled.length
    const words = heard.words.map((word) => shift(word, start))
    agreement = agree(agreement, words)
    lines = addWords(lines, agreement.settled.slice(before), sound.powers)
    moveOn(nextStart(agreement, { start, end }))
    parts.onWords({ lines, tentative: joinTo('', agreement.tentative) })
  }
  return async (end: number): Promise<void> => {
    const isQuiet = sound.powers({ start: heardUntil, end }).every((power) => power < quietPower)
    heardUntil = end
    if (!(isQuiet && agreement.tentative.length === 0)) await hearPiece(end)
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
