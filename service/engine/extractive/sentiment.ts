/**
 * The mood of a talk, or of what one person says in it. Courtesies are no mood: "Perfect, thank you" ends
 * complaints, too. Positive needs praise, negative needs more trouble than praise.
 */
import type { Sentence } from './sentences.ts'
import { english } from './wording/english.ts'

type MoodLabel = 'positive' | 'neutral' | 'negative'

/** `isMixed` where a neutral mood has clear praise and clear trouble. */
export type Mood = { label: MoodLabel; isMixed: boolean; score: number; from: Sentence[] }

/** Below this, a single sentence counts as neutral. */
const sentenceMargin = 0.1

/** Below this, the whole talk counts as neutral. */
const wholeMargin = 0.08

/**
 * Share of the sentences that tell of trouble, from which a talk is not simply positive. Chosen on noted
 * meetings of the training: 28 of 36 tones are right, and 24 where all are called positive.
 */
const muchTrouble = 0.055

/** From here on, it is negative where there is little praise. */
const mostlyTrouble = 0.12

/** Sentences with praise per sentence, from which a talk can be positive. */
const leastPraise = 0.004

/**
 * Null if the language is not supported. `score` is −1 to 1, and near 0 where the label is neutral; `from`
 * holds the sentences behind the label.
 */
export function moodOf(sentences: readonly Sentence[]): Mood | null {
  const judged = sentences.filter((sentence) => sentence.sentiment !== null && sentence.words > 2)
  if (judged.length === 0) return null
  const meant = judged.filter(({ plain }) => !courtesy.test(plain))
  const clear = meant.filter(({ sentiment }) => Math.abs(sentiment ?? 0) >= sentenceMargin)
  const troubles = meant.filter(isTrouble)
  const praises = meant.filter(isPraise)
  const trouble = troubles.length / judged.length
  const isPraised = praises.length > 0 && praises.length >= leastPraise * judged.length
  const mean = meanOf(clear, judged)
  const isPositive = mean > wholeMargin && isPraised && trouble < muchTrouble
  const isNegative =
    mean < -wholeMargin || (trouble >= mostlyTrouble && praises.length * 2 < troubles.length)
  if (isPositive) return toMood('positive', mean, praises)
  if (isNegative) return toMood('negative', Math.min(mean, -wholeMargin), [...troubles, ...clear])
  const isMixed = trouble >= muchTrouble && mean > wholeMargin
  const near = Math.max(-wholeMargin, Math.min(wholeMargin, mean))
  return { ...toMood('neutral', near, isMixed ? troubles : []), isMixed }
}

/**
 * The mean from which a positive mood is clear. Of the noted meetings of the training that are called positive, 24 of
 * 31 are; from here on, 12 of 13.
 */
const clearMargin = 0.23

/** The mood where it is clear; null where it is not, as where nothing tells of any. */
export function clearMoodOf(sentences: readonly Sentence[]): Mood | null {
  const mood = moodOf(sentences)
  if (!mood) return null
  const isClear =
    mood.label === 'positive'
      ? mood.score >= clearMargin
      : mood.label === 'negative' || mood.isMixed
  return isClear ? mood : null
}

function toMood(label: MoodLabel, score: number, from: readonly Sentence[]): Mood {
  const rounded = Math.round(score * 100) / 100
  return { label, isMixed: false, score: rounded, from: [...new Set(from)].slice(0, 3) }
}

/** "Okay, perfect, goodbye", "Good to hear", "I'm sorry about that": no mood, whoever says it. */
const courtesy =
  /^(?:(?:okay|ok|yeah|yes|well|oh|and|so|but|right|alright|great|good|perfect|fine|nice|cool|excellent|lovely),? )*(?:(?:good )?(?:morning|afternoon|evening|bye|goodbye|day)\b|hello|hi\b|hey\b|bye|goodbye|welcome|thanks?\b|thank you|you're welcome|please\b|sorry\b|I(?:'m| am) (?:so |very |really )?sorry|I apologi[sz]e|(?:good|great|nice|glad|lovely|sorry) to (?:hear|meet|see)|have a (?:nice|good|great|lovely)|of course|no problem|sounds (?:good|great)|my pleasure|cheers|(?:okay|ok|yeah|yes|well|oh|right|alright|great|good|perfect|fine|nice|cool|excellent|lovely)[.,! ]*$)/iu

/** "Perfect, …" agrees with what was said before. */
const assent =
  /^(?:(?:okay|ok|yeah|yes|well|oh|right|alright|great|good|perfect|fine|nice|cool|excellent|lovely|wonderful|awesome|brilliant)[,.!]+ )+/iu

/** Said of something, and more than "okay, good". */
const praise =
  /\b(?:great|excellent|fantastic|wonderful|love[sd]?|brilliant|awesome|happy|happier|glad|pleased|perfect(?:ly)?|fun|nice|excited|exciting|amazing|beautiful|impress(?:ed|ive)|delighted|congratulations|well done|cool|good (?:job|work|idea|news|progress|point|thing)|(?:is|are|was|very|really|so|pretty|quite) good|works? (?:well|great|fine)|better than|promising|improved?)\b/iu

const wrong =
  /\b(?:(?:is|was|are|were|all|just|totally) wrong|wrong (?:amount|address|invoice|price|number|one)|not what (?:we|I) (?:agreed|ordered|wanted)|terrible|awful|horrible|unacceptable|angry|upset|disappoint\w+|hate)\b/iu

const isTrouble = ({ plain, text }: Sentence): boolean =>
  !text.endsWith('?') &&
  (wrong.test(plain) || english.problem.test(plain.replace(english.noProblem, '')))

const isPraise = ({ plain, text, sentiment }: Sentence): boolean =>
  !text.endsWith('?') && (sentiment ?? 0) > 0 && praise.test(plain.replace(assent, ''))

/** The mean of the clear sentences, damped if they are a small part of what is said. */
function meanOf(clear: readonly Sentence[], all: readonly Sentence[]): number {
  const count = (of: readonly Sentence[]) => of.reduce((sum, { words }) => sum + words, 0)
  const clearWords = count(clear)
  if (clearWords === 0) return 0
  const sum = clear.reduce((total, { sentiment, words }) => total + (sentiment ?? 0) * words, 0)
  const damped = (sum / clearWords) * Math.sqrt(clearWords / Math.max(1, count(all)))
  return Math.max(-1, Math.min(1, damped))
}
