/**
 * Finds who speaks which language where. Whisper tells it for every few seconds of a window; a single
 * answer is often wrong, about a name or an "okay", so a change counts only if it lasts.
 */
import { stepSeconds } from '../sound/levels.ts'
import type { DetectedLanguage } from '../whisper/detected-languages.ts'
import type { TimedWord } from './segments.ts'
import { measureLevels, soundingSteps } from './silence.ts'
import type { Track } from './tracks.ts'

export type LanguageSpan = { start: number; end: number; language: string }

/** No language is less probable than this in an answer, so that one alone cannot decide. */
const leastShare = 0.02

/** What a change of language has to outweigh, as the logarithm of a probability. */
const changeCost = 3

/** Less sound than this share of an answer's time says nothing. */
const leastSound = 0.2

type Sound = Pick<Track, 'energy'>

/**
 * The languages of a track, in order and without gaps; empty if nothing was detected. `expected` is
 * the language it was transcribed in.
 */
export function spanLanguages(
  detected: readonly DetectedLanguage[],
  track: Sound,
  expected: string,
): LanguageSpan[] {
  const soundShare = soundIn(track, detected)
  // Whisper hears the end of a window again in the next one if a sentence goes on there.
  const answers = detected
    .filter((answer) => soundShare(answer) >= leastSound)
    .toSorted((a, b) => middle(a) - middle(b))
  const languages = likeliest(answers, expected)
  const spans: LanguageSpan[] = []
  for (const [at, language] of languages.entries()) {
    const answer = answers[at]
    const last = spans.at(-1)
    if (answer === undefined) continue
    if (last?.language === language) last.end = answer.end
    else {
      const start =
        last === undefined ? 0 : quietestBetween(track, middle(answers[at - 1]), answer.end)
      if (last !== undefined) last.end = start
      spans.push({ language, start, end: answer.end })
    }
  }
  const last = spans.at(-1)
  if (last !== undefined) last.end = Infinity
  return spans
}

const middle = (answer: DetectedLanguage | undefined): number =>
  answer === undefined ? 0 : (answer.start + answer.end) / 2

const toStep = (seconds: number): number => Math.round(seconds / stepSeconds)

/** Tells how much of an answer's time the track sounds. */
function soundIn({ energy }: Sound, detected: readonly DetectedLanguage[]) {
  const first = toStep(detected[0]?.start ?? 0)
  const own = energy.subarray(first, toStep(Math.max(0, ...detected.map(({ end }) => end))))
  const sounding = soundingSteps(own, measureLevels(own))
  return ({ start, end }: DetectedLanguage): number => {
    const steps = sounding.subarray(toStep(start) - first, toStep(end) - first)
    return steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length)
  }
}

/**
 * How sure an answer must be to speak for a language, what all such must add up to, and what share of
 * all answers: in ten minutes of Spanish half a minute of names and numbers passed for Tagalog.
 */
const sureProbability = 0.6
const leastSum = 2.5
const leastShareOfAnswers = 0.12

/** What was expected, and what else is certainly spoken: whisper takes single seconds for anything. */
function candidatesOf(answers: readonly DetectedLanguage[], expected: string): string[] {
  const sure = new Map<string, number>()
  for (const { likely } of answers) {
    const [first] = likely
    if (first === undefined || first.probability < sureProbability) continue
    sure.set(first.language, (sure.get(first.language) ?? 0) + first.probability)
  }
  const least = Math.max(leastSum, answers.length * leastShareOfAnswers)
  const certain = [...sure].filter(([, sum]) => sum >= least)
  return [...new Set([expected, ...certain.map(([language]) => language)])]
}

/** The likeliest sequence of languages, if each change costs as much (Viterbi). */
function likeliest(answers: readonly DetectedLanguage[], expected: string): string[] {
  const states = candidatesOf(answers, expected)
  let scores = states.map((state) => (state === expected ? 0 : -changeCost))
  const origins: number[][] = []
  for (const { likely } of answers) {
    const best = scores.indexOf(Math.max(...scores))
    const changed = (scores[best] ?? 0) - changeCost
    const shares = sharesOf(likely, states)
    origins.push(scores.map((score, at) => (score >= changed ? at : best)))
    scores = scores.map((score, at) => Math.max(score, changed) + Math.log(shares[at] ?? 1))
  }
  let state = scores.indexOf(Math.max(...scores))
  return origins
    .toReversed()
    .map((from) => {
      const language = states[state] ?? expected
      state = from[state] ?? state
      return language
    })
    .toReversed()
}

/** How probable each of these languages is if it is one of them. */
function sharesOf(likely: DetectedLanguage['likely'], languages: readonly string[]): number[] {
  const found = languages.map(
    (language) => likely.find((each) => each.language === language)?.probability ?? 0,
  )
  const sum = found.reduce((total, each) => total + each, 0)
  return found.map((each) => (sum === 0 ? 1 : Math.max(leastShare, each / sum)))
}

/** How long the pause between two languages is that is looked for. */
const pauseSteps = toStep(0.4)

/** A second of a language at its end is enough for an answer, so a change may be as late. */
function quietestBetween({ energy }: Sound, from: number, to: number): number {
  let [quietest, best] = [Infinity, (from + to) / 2]
  const last = toStep(to) - pauseSteps
  for (let at = toStep(from); at <= last; at += 1) {
    const level = energy.subarray(at, at + pauseSteps).reduce((sum, each) => sum + each, 0)
    if (level >= quietest) continue
    quietest = level
    best = (at + pauseSteps / 2) * stepSeconds
  }
  return best
}

/** The language that most time is spoken in; undefined without words. */
export function mainLanguage(words: readonly TimedWord[]): string | undefined {
  const seconds = new Map<string, number>()
  for (const { language = '', start, end } of words) {
    seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  }
  return [...seconds].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}

/** How sure whisper is of a language where it thinks it likeliest. */
export function probabilityOf(
  language: string,
  detected: readonly DetectedLanguage[],
): number | null {
  const own = detected.flatMap(({ likely: [first] }) => (first?.language === language ? first : []))
  if (own.length === 0) return null
  return own.reduce((sum, { probability }) => sum + probability, 0) / own.length
}
