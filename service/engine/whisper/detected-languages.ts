/** Which languages our build of whisper-cli hears, stretch by stretch (language-patches.ts). */

/** Five seconds of a WAV, in seconds, and the languages they are most likely in. */
export type DetectedLanguage = {
  start: number
  end: number
  /** The likeliest first. */
  likely: { language: string; probability: number }[]
}

/** Makes whisper-cli tell them; other builds do not know it. */
export const tellLanguages = { WHISPER_TELL_LANGUAGES: '1' }

/** Reads a line of whisper-cli's messages; undefined if it is about something else. */
export function parseDetectedLanguage(line: string): DetectedLanguage | undefined {
  const found = /^whisper_tell_languages: (\d+) (\d+)((?: [a-z]+ [\d.]+)+)$/.exec(line.trim())
  if (found === null) return undefined
  const pairs = (found[3] ?? '').matchAll(/([a-z]+) ([\d.]+)/g)
  return {
    start: Number(found[1]) / 100,
    end: Number(found[2]) / 100,
    likely: [...pairs].map(([, language = '', p]) => ({ language, probability: Number(p) })),
  }
}
