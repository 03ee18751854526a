/** Converts whisper's tokens to words with times and confidence. */
import type { TranscribedSegment, Word } from '../engine.ts'
import { isUnspaced } from './languages.ts'
import { clamp, endsWithStop, toMilliseconds } from './word-times.ts'
import type { WhisperSegment, WhisperToken } from './output.ts'

type RawWord = {
  text: string
  from: number | null
  to: number | null
  /** Whether the times come from the decoder's attention rather than being estimated by length. */
  isAligned: boolean
  probabilities: number[]
}

/**
 * Converts one engine segment to speech, shifted by `offsetSeconds` on the recording's clock;
 * undefined if it contains no speech. Times are in seconds; words never overlap backwards.
 */
export function toSpokenSegment(
  segment: WhisperSegment,
  language: string,
  offsetSeconds = 0,
): TranscribedSegment | undefined {
  const rawWords = withoutMarkers(mergeTokens(segment.tokens, isUnspaced(language)))
  if (rawWords.length === 0) return undefined
  if (isDoubtful(segment, rawWords)) return undefined
  const words = placeInTime(rawWords, segment.offsets).map((word) => ({
    ...word,
    text: word.text.trim(),
    start: toMilliseconds(word.start / 1000 + offsetSeconds),
    end: toMilliseconds(word.end / 1000 + offsetSeconds),
  }))
  const text = rawWords
    .map((raw) => raw.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { text, words }
}

/** Whisper's control tokens, such as [_BEG_] and [_TT_550], carry no text. */
const isControl = (text: string): boolean => /^\[_[A-Za-z0-9_-]+\]$/.test(text)

/**
 * A token without a leading space continues the previous word; in languages without spaces, each
 * token is a unit for display and search.
 */
function mergeTokens(tokens: WhisperToken[], isSpaceless: boolean): RawWord[] {
  const rawWords: RawWord[] = []
  for (const token of tokens) {
    if (isControl(token.text) || token.text === '') continue
    const last = rawWords.at(-1)
    const isWordless = !/[\p{L}\p{N}]/u.test(token.text)
    if (isWordless && isTurnMark(token.text, last?.text)) continue
    const isNew = last === undefined || (isSpaceless ? !isWordless : token.text.startsWith(' '))
    // A separate mark (" -") joins the previous word: alone it would be a word without sound.
    if (isNew && !(isWordless && last !== undefined && !opensMarker(token.text))) {
      rawWords.push(toRawWord(token))
    } else if (last !== undefined) {
      join(last, token)
    }
  }
  return rawWords
}

/** "-" or ">>" before what somebody else says, as subtitles write it: at the beginning, or after a sentence. */
const isTurnMark = (text: string, before = ''): boolean =>
  /^\s*(?:[-–—]|>>+)\s*$/u.test(text) && (before === '' || endsWithStop(before))

const opensMarker = (text: string): boolean => /^\s*[[(♪*]/.test(text)

function toRawWord(token: WhisperToken): RawWord {
  return {
    text: token.text,
    from: token.offsets?.from ?? null,
    to: token.offsets?.to ?? null,
    isAligned: (token.t_dtw ?? -1) >= 0,
    probabilities: token.p === null ? [] : [token.p],
  }
}

function join(raw: RawWord, token: WhisperToken): void {
  const isWordless = !/[\p{L}\p{N}]/u.test(token.text)
  raw.text += token.text
  if (token.offsets !== undefined) {
    raw.from ??= token.offsets.from
    // Punctuation is not spoken: its time would extend the word over the following pause.
    if (!isWordless || raw.to === null) raw.to = token.offsets.to
  }
  if (token.p !== null && !isWordless) raw.probabilities.push(token.p)
}

/**
 * Removes whisper's markers for sounds that are not speech: [BLANK_AUDIO] and ♪ anywhere, (music)
 * and *laughs* only if nothing else is there, since brackets also occur in speech.
 */
function withoutMarkers(rawWords: RawWord[]): RawWord[] {
  const whole = rawWords
    .map((raw) => raw.text)
    .join('')
    .trim()
  if (/^(\([^()]*\)|\*[^*]*\*|♪.*|[\s\p{P}\p{S}]*)[.\s]*$/su.test(whole)) return []
  const kept: RawWord[] = []
  let depth = 0
  for (const raw of rawWords) {
    const opens = raw.text.split('[').length - 1
    const closes = raw.text.split(']').length - 1
    if (depth === 0 && opens === 0 && !/^\s*♪+\s*$/.test(raw.text)) kept.push(raw)
    depth = Math.max(0, depth + opens - closes)
  }
  return kept
}

/**
 * Detects text that whisper made up from noise: the model doubts that it is speech, and guessed
 * most words. Both must hold; clear words in noise have a high probability.
 */
function isDoubtful(segment: WhisperSegment, rawWords: RawWord[]): boolean {
  const all = rawWords.flatMap((raw) => raw.probabilities)
  const mean = all.reduce((sum, p) => sum + p, 0) / Math.max(1, all.length)
  return (segment.no_speech_prob ?? 0) > 0.6 && mean < 0.5
}

/** The attention leads the sound by this much: measured on 464 words with known times. */
const attentionLead = 30

/**
 * Assigns every word a time, in order; words without one share the free time. Times from the
 * attention are more exact than the segment's and may lie outside it.
 */
function placeInTime(rawWords: RawWord[], span: { from: number; to: number }): Word[] {
  const isAligned = rawWords.some((raw) => raw.isAligned)
  const shift = isAligned ? attentionLead : shiftInto(rawWords, span)
  let clock = isAligned ? 0 : Math.max(0, span.from)
  const until = isAligned ? Math.max(span.to, lastTime(rawWords) + shift) : Math.max(span.to, clock)
  return rawWords.map((raw) => {
    const start = clamp(raw.from === null ? clock : raw.from + shift, clock, until)
    const end = clamp(raw.to === null ? start : raw.to + shift, start, until)
    clock = end
    const { probabilities } = raw
    const sum = probabilities.reduce((total, p) => total + p, 0)
    const confidence = clamp(sum / Math.max(1, probabilities.length), 0, 1)
    return { text: raw.text, start, end, confidence: Math.round(confidence * 1000) / 1000 }
  })
}

/**
 * Builds other than ours report token times on the clock of the shortened audio. If no word lies
 * near its segment, shift all by the same amount.
 */
function shiftInto(rawWords: RawWord[], span: { from: number; to: number }): number {
  const first = rawWords.find((raw) => raw.from !== null)?.from ?? span.from
  return first < span.from - 1000 || first > span.to + 1000 ? span.from - first : 0
}

const lastTime = (rawWords: RawWord[]): number => Math.max(...rawWords.map(({ to }) => to ?? 0))
