/** From whisper's tokens to words with times and confidence. */
import type { HeardSegment, Word } from './engine.ts'
import { isUnspaced } from './languages.ts'
import { clamp, toMilliseconds } from './share-time.ts'
import type { WhisperSegment, WhisperToken } from './whisper-output.ts'

type Piece = {
  text: string
  from: number | null
  to: number | null
  /** Whether the times come from the decoder's attention, not from a guess by length. */
  isHeard: boolean
  probabilities: number[]
}

/**
 * One engine segment as speech, on the recording's clock moved by `offsetSeconds`; undefined when
 * nothing in it is speech. Times are seconds, words never overlap backwards.
 */
export function toSpokenSegment(
  segment: WhisperSegment,
  language: string,
  offsetSeconds = 0,
): HeardSegment | undefined {
  const pieces = withoutMarkers(mergeTokens(segment.tokens, isUnspaced(language)))
  if (pieces.length === 0) return undefined
  if (isDoubtful(segment, pieces)) return undefined
  const words = placeInTime(pieces, segment.offsets).map((word) => ({
    ...word,
    text: word.text.trim(),
    start: toMilliseconds(word.start / 1000 + offsetSeconds),
    end: toMilliseconds(word.end / 1000 + offsetSeconds),
  }))
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { text, words }
}

/** Whisper's own tokens, such as [_BEG_] and [_TT_550], carry no text. */
const isControl = (text: string): boolean => /^\[_[A-Za-z0-9_-]+\]$/.test(text)

/**
 * A token that does not start with a space goes on with the word before it; where a language has no
 * spaces, a token is the piece that is shown and searched.
 */
function mergeTokens(tokens: WhisperToken[], isSpaceless: boolean): Piece[] {
  const pieces: Piece[] = []
  for (const token of tokens) {
    if (isControl(token.text) || token.text === '') continue
    const last = pieces.at(-1)
    const isWordless = !/[\p{L}\p{N}]/u.test(token.text)
    const isNew = last === undefined || (isSpaceless ? !isWordless : token.text.startsWith(' '))
    // A mark of its own (" -") belongs to the word before: alone it would be a word without sound.
    if (isNew && !(isWordless && last !== undefined && !opensMarker(token.text))) {
      pieces.push(toPiece(token))
    } else if (last !== undefined) {
      join(last, token)
    }
  }
  return pieces
}

const opensMarker = (text: string): boolean => /^\s*[[(♪*]/.test(text)

function toPiece(token: WhisperToken): Piece {
  return {
    text: token.text,
    from: token.offsets?.from ?? null,
    to: token.offsets?.to ?? null,
    isHeard: (token.t_dtw ?? -1) >= 0,
    probabilities: token.p === null ? [] : [token.p],
  }
}

function join(piece: Piece, token: WhisperToken): void {
  const isWordless = !/[\p{L}\p{N}]/u.test(token.text)
  piece.text += token.text
  if (token.offsets !== undefined) {
    piece.from ??= token.offsets.from
    // Punctuation is not spoken: its time would stretch the word over the pause after it.
    if (!isWordless || piece.to === null) piece.to = token.offsets.to
  }
  if (token.p !== null && !isWordless) piece.probabilities.push(token.p)
}

/**
 * Takes out what the engine writes for sounds that are not speech: [BLANK_AUDIO] and ♪ anywhere,
 * (music) and *laughs* where they are all there is, since brackets also occur in speech.
 */
function withoutMarkers(pieces: Piece[]): Piece[] {
  const whole = pieces
    .map((piece) => piece.text)
    .join('')
    .trim()
  if (/^(\([^()]*\)|\*[^*]*\*|♪.*|[\s\p{P}\p{S}]*)[.\s]*$/su.test(whole)) return []
  const kept: Piece[] = []
  let depth = 0
  for (const piece of pieces) {
    const opens = piece.text.split('[').length - 1
    const closes = piece.text.split(']').length - 1
    if (depth === 0 && opens === 0 && !/^\s*♪+\s*$/.test(piece.text)) kept.push(piece)
    depth = Math.max(0, depth + opens - closes)
  }
  return kept
}

/**
 * What whisper makes of noise: it doubts by itself that this is speech and guessed at most words.
 * Both must hold; clear words in noise have a high probability.
 */
function isDoubtful(segment: WhisperSegment, pieces: Piece[]): boolean {
  const all = pieces.flatMap((piece) => piece.probabilities)
  const mean = all.reduce((sum, p) => sum + p, 0) / Math.max(1, all.length)
  return (segment.no_speech_prob ?? 0) > 0.6 && mean < 0.5
}

/** The attention is ahead of the sound by this much: measured on 160 words with exact times. */
const attentionLead = 40

/**
 * Gives every piece a time, in order; pieces without one share what is free. Times from the
 * attention are more exact than those of the segment and may lie outside of it.
 */
function placeInTime(pieces: Piece[], span: { from: number; to: number }): Word[] {
  const isHeard = pieces.some((piece) => piece.isHeard)
  const shift = isHeard ? attentionLead : shiftInto(pieces, span)
  let clock = isHeard ? 0 : Math.max(0, span.from)
  const until = isHeard ? Math.max(span.to, lastTime(pieces) + shift) : Math.max(span.to, clock)
  return pieces.map((piece) => {
    const start = clamp(piece.from === null ? clock : piece.from + shift, clock, until)
    const end = clamp(piece.to === null ? start : piece.to + shift, start, until)
    clock = end
    const { probabilities } = piece
    const sum = probabilities.reduce((total, p) => total + p, 0)
    const confidence = clamp(sum / Math.max(1, probabilities.length), 0, 1)
    return { text: piece.text, start, end, confidence: Math.round(confidence * 1000) / 1000 }
  })
}

/**
 * A whisper-cli that is not of our build gives token times on the clock of the shortened audio.
 * Where no word lies near its segment, all are moved by the same amount.
 */
function shiftInto(pieces: Piece[], span: { from: number; to: number }): number {
  const first = pieces.find((piece) => piece.from !== null)?.from ?? span.from
  return first < span.from - 1000 || first > span.to + 1000 ? span.from - first : 0
}

const lastTime = (pieces: Piece[]): number => Math.max(...pieces.map(({ to }) => to ?? 0))
