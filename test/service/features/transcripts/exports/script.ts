import type { DetectedSpeaker, Transcription } from '../../../../../service/engine/engine.ts'
import { spoken } from '../../../../support/engine.ts'

/** One line of a script: who says what, when; words are spread over the time by their letters. */
export type Line = {
  start: number
  end: number
  text: string
  speaker?: number
  /** If it is not that of the whole. */
  language?: string
}

/** What an engine that heard these lines answers. */
export function transcribed(lines: readonly Line[], language = 'en'): Transcription {
  const count = Math.max(0, ...lines.map(({ speaker = 0 }) => speaker + 1))
  const speaker: DetectedSpeaker = { voice: null, seconds: 1 }
  return {
    ...spoken(),
    language,
    speakers: Array.from({ length: count }, () => speaker),
    segments: lines.map(({ speaker: index = 0, ...line }) => ({
      ...line,
      speaker: index,
      words: timeWords(line),
    })),
  }
}

export function timeWords({ start, end, text }: Line) {
  const perLetter = (end - start) / Math.max(1, text.length)
  return [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: start + index * perLetter,
    end: start + (index + word.length) * perLetter,
    confidence: 0.9,
  }))
}

/** A sentence of so many words. */
export const sentence = (count: number): string =>
  `${Array.from({ length: count }, (_, at) => `word${at}`).join(' ')}.`
