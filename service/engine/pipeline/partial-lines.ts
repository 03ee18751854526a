/** The lines of one block of a recording, for those who read along while the rest is transcribed. */
import type { PartialLines } from '../engine.ts'
import { fromWhisperLanguage } from '../whisper/languages.ts'
import type { TranscriptionWork } from './deps.ts'
import { toTurns } from './line-spans.ts'
import type { TimedWord } from './segments.ts'

type Found = Pick<PartialLines, 'position' | 'isWhole' | 'languageProbability'> & {
  /** Whisper's code for it, or `auto` before any is known. */
  language: string
}

/** Each track counts as one speaker: voices are compared only when everything is transcribed. */
export function toLines(
  { weights, recording }: TranscriptionWork,
  { tracks }: { tracks: readonly { words: readonly TimedWord[] }[] },
  { position, isWhole, language, languageProbability }: Found,
): PartialLines {
  const known = language === 'auto' ? 'en' : language
  const spoken = tracks.map(({ words }, at) => words.map((word) => ({ ...word, speaker: at })))
  return {
    position,
    isWhole,
    segments: toTurns(spoken, recording.tracks, known),
    speakers: tracks.map(() => ({ voice: null, seconds: 0 })),
    language: fromWhisperLanguage(known),
    languageProbability,
    translatedTo: weights.translate && known !== 'en' ? 'en' : null,
    modelUsed: weights.id,
  }
}
