/**
 * What the classifiers see of an utterance besides its embedding: cue words, length, place and
 * neighbours. models/train-classifiers.py trains on these numbers, so a change here needs a new training.
 */
import { clausesOf } from './clauses.ts'
import { isDecision, isNeed, isOpenQuestion, isProblem, isQuestion, leavesOpen } from './remarks.ts'
import type { Sentence } from './sentences.ts'
import type { Talk } from './talk.ts'
import type { Utterance } from './utterances.ts'

/** English only. Counted per utterance; a model weighs them, none decides alone. */
const cues: readonly RegExp[] = [
  /\b(?:i'll|we'll|you'll|he'll|she'll|they'll|will|going to|gonna)\b/giu,
  /\b(?:you|your|yours)\b/giu,
  /\b(?:i|me|my)\b/giu,
  /\b(?:we|us|our)\b/giu,
  /\b(?:he|she|they|him|her|them)\b/giu,
  /\b(?:should|ought|must|have to|has to|need to|needs to|gotta|got to|supposed to)\b/giu,
  /\b(?:can|could|would|will) (?:you|someone|somebody|anyone)\b/giu,
  /\b(?:i can|i could|i'm happy to|i'd be|let me|i want to|i would)\b/giu,
  /\b(?:let's|let us|shall we|why don't we|how about|what about)\b/giu,
  /^\W*(?:okay|ok|yeah|yep|right|sure|alright|yes|great|good|fine|cool|hmm|uh-huh|mm-hmm|mm|exactly|absolutely|agreed)\b/giu,
  /\b(?:agree|agreed|good idea|sounds good|makes sense|that's fine|that works|perfect|fair enough|no problem|i think so)\b/giu,
  /\?/gu,
  /\b(?:what|who|when|where|why|how|which|whether|if)\b/giu,
  /\b(?:tomorrow|tonight|today|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|by the end|until|later|soon|after this|after lunch|week|month|afternoon|morning)\b/giu,
  /\b(?:send|sent|email|e-mail|mail|write|prepare|check|find out|look at|look into|look up|talk to|ask|call|contact|give|bring|read|finish|report|circulate|follow up|get back|arrange|organi[sz]e|schedule|set up|share|update)\b/giu,
  /\b(?:make|work on|think about|do|try|get|put|design|come up with|see|go)\b/giu,
  /\b(?:decide|decided|decision|settle|settled|stick with|stick to|vote|final|finally|definitely|in favou?r|resolve[sd]?|conclude[sd]?|conclusion)\b/giu,
  /\b(?:go with|go for|going with|going for|then we|so we(?:'ll| will|'re)|we're going to have|we've got|so it's|so that's)\b/giu,
  /\b(?:don't know|not sure|no idea|wonder|wondering|unclear|depends|i guess|open question|remains to be|don't have (?:an|the) answer)\b/giu,
  /\b(?:maybe|perhaps|might|could|possibly|probably|i think|i suppose|sort of|kind of)\b/giu,
  /\b(?:find out|figure out|work out|see whether|see if|look into|clarify|investigate)\b/giu,
  /\b(?:meeting|minutes|agenda|homework|assignment|task|action|actions|responsib\w+|deadline|due)\b/giu,
  /\b(?:not|no|never|can't|won't|don't|doesn't|didn't|isn't|aren't|wouldn't|couldn't|shouldn't)\b/giu,
  /\b(?:was|were|did|had|yesterday|last (?:week|time|year|month)|used to)\b/giu,
  /\b(?:please|thank you|thanks)\b/giu,
  /\b(?:first|second|third|next|last|moving on|move on|item|point|question|issue|problem|concern)\b/giu,
  /\b(?:so|anyway|basically|overall|in summary|to summari[sz]e|recap)\b/giu,
  /\b(?:because|since|therefore|but|although|however)\b/giu,
  /\d|\b(?:one|two|three|four|five|ten|twenty|fifty|hundred|thousand|percent|euros?|dollars?|pounds?)\b/giu,
]

/** More of one cue says no more. */
const mostOfCue = 3

/** The neighbours whose cues are seen, too. */
const neighbours = [-3, -2, -1, 0, 1, 2, 3]

/** Rows of equal length, one per utterance, in their order. */
export function featuresOf(talk: Talk, utterances: readonly Utterance[]): number[][] {
  const own = utterances.map((utterance) => ownFeatures(talk, utterance))
  const none = own[0]?.map(() => 0) ?? []
  const speakers = speakerFeatures(utterances)
  return utterances.map((utterance, at) => [
    ...neighbours.flatMap((shift) => own[at + shift] ?? none),
    ...neighbours.map((shift) => Number(utterances[at + shift]?.speaker === utterance.speaker)),
    ...positionOf(at, utterances.length),
    ...(speakers.get(utterance.speaker) ?? []),
  ])
}

function ownFeatures(talk: Talk, { sentences, words }: Utterance): number[] {
  const text = sentences.map(({ plain }) => plain).join(' ')
  const counts = cues.map((cue) => Math.min(mostOfCue, [...text.matchAll(cue)].length))
  const endsInQuestion = Number(sentences.some((sentence) => sentence.text.endsWith('?')))
  const marks = sentences.map((sentence) => marksOf(talk, sentence))
  const marked = marks[0]?.map((_, at) => Number(marks.some((each) => each[at]))) ?? []
  return [...counts, endsInQuestion, ...marked, Math.log1p(words), Math.min(words, 60)]
}

/** What the rules of the language make of a sentence. */
function marksOf(talk: Talk, sentence: Sentence): boolean[] {
  const kinds = new Set(clausesOf(talk, sentence).map(({ kind }) => kind))
  const { accepts, refuses, done, takesOn, defers, smallTalk, noTask } = talk.wording
  return [
    ...(['self', 'you', 'named', 'group', 'nobody', 'offer', 'duty'] as const).map((kind) =>
      kinds.has(kind),
    ),
    ...[accepts, refuses, done, takesOn, defers, smallTalk, noTask].map((one) =>
      one.test(sentence.plain),
    ),
    isDecision(talk, sentence),
    isQuestion(talk, sentence) && isOpenQuestion(talk, sentence),
    leavesOpen(talk, sentence),
    isNeed(talk, sentence),
    isProblem(talk, sentence),
  ]
}

function positionOf(at: number, count: number): number[] {
  return [at / count, Math.log1p(at), Math.log1p(count - 1 - at), Math.log(count)]
}

/** Per speaker: the share of all words and of the words at the beginning, where a chair speaks. */
function speakerFeatures(utterances: readonly Utterance[]): Map<string, number[]> {
  const opening = utterances.slice(0, Math.max(10, Math.ceil(utterances.length / 20)))
  const share = (of: readonly Utterance[], speaker: string) => {
    const all = of.reduce((sum, { words }) => sum + words, 1)
    const own = of.filter((one) => one.speaker === speaker)
    return own.reduce((sum, { words }) => sum + words, 0) / all
  }
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))]
  return new Map(
    speakers.map((one) => [
      one,
      [share(utterances, one), share(opening, one), 1 / speakers.length],
    ]),
  )
}
