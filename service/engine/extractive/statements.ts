/** Decisions and open questions, in the words of the sentence nearby that says it best. */
import { findingsOf, sentencesNear, type Finding } from './judgement.ts'
import type { Item } from './item.ts'
import * as remarks from './remarks.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { asSentence, tidy } from './tidy.ts'

type Statement = 'decision' | 'open_question'

/** In the order of the talk; without those that no sentence says in full. */
export function sayStatements(talk: Talk, judgement: Judgement, kind: Statement): Item[] {
  const worth = kind === 'decision' ? worthAsDecision : worthAsQuestion
  const items: Item[] = []
  for (const finding of findingsOf(judgement, kind)) {
    const [best] = sentencesNear(judgement, finding, kind)
      .map(({ sentence, weight }) => ({ sentence, worth: worth(talk, sentence) * weight }))
      .filter(
        (one) =>
          one.worth > 0 && canStandAlone(tidy(one.sentence.text, talk.wording), one.sentence),
      )
      .toSorted((a, b) => b.worth - a.worth)
    if (!best) continue
    const item = toItem(talk, best.sentence, finding)
    const known = items.find(({ text }) => text.toLowerCase() === item.text.toLowerCase())
    if (known) known.segmentIds = [...new Set([...known.segmentIds, ...item.segmentIds])]
    else items.push(item)
  }
  return items
}

function toItem(talk: Talk, sentence: Sentence, finding: Finding): Item {
  return {
    text: asSentence(tidy(sentence.text, talk.wording)),
    segmentIds: said(sentence.segmentIds, finding),
    remark: [sentence],
    owner: sentence.speaker,
    due: null,
    confidence: Math.round(finding.probability * 100) / 100,
  }
}

/** The segments that say it; of a recap, only the places that say most. */
export function said(own: readonly string[], { best, all }: Finding): string[] {
  const others = all.slice(1, 3).flatMap(({ sentences }) => sentences[0].segmentIds)
  return [
    ...new Set([...own, ...best.sentences.flatMap(({ segmentIds }) => segmentIds), ...others]),
  ]
}

/** Words of a statement that can stand alone. */
const [fewestWords, mostWords] = [5, 40]

export function canStandAlone(text: string, { terms }: Sentence): boolean {
  const words = text.split(' ').length
  const fewestTerms = text.endsWith('?') ? 2 : 3
  return words >= fewestWords && words <= mostWords && new Set(terms).size >= fewestTerms
}

/** Refers to what was said before: "That's it", "They do". */
const points = /^(?:it|that|this|they|he|she|those|these|that's|it's|which|there)\b/iu

export const richness = ({ terms }: Sentence): number => Math.min(6, new Set(terms).size) / 6

function worthAsDecision(talk: Talk, sentence: Sentence): number {
  const { plain, text } = sentence
  const isAsked = /[?？]$/u.test(text) || putsOff.test(plain)
  if (isAsked || remarks.isSmallTalk(talk, sentence)) return 0
  const isSettled = remarks.isDecision(talk, sentence) || settled.test(plain)
  const isFirm = isSettled || firm.test(plain)
  const own = richness(sentence) * (points.test(tidy(text, talk.wording)) ? 0.5 : 1)
  return own * (isSettled ? 2.5 : isFirm ? 1.4 : 1) * (remarks.isUncertain(sentence) ? 0.4 : 1)
}

const putsOff =
  /\b(?:(?:have|need|got|want) to|should|will|'ll|let's) (?:still |then )?(?:decide|discuss|think|talk|see|wonder|look)\b/iu

const settled =
  /\b(?:we(?:'ll| will| won't)|let's (?!see|say|just say|talk|move)|(?:go|going|stick) (?:with|for)|decided|agreed|resolved)\b/iu

const firm =
  /\b(?:we(?:'re| are) (?:going to|gonna)|we(?: have| need| should| can)|instead|no|not|only|must|has to|have to|will)\b/iu

function worthAsQuestion(talk: Talk, sentence: Sentence): number {
  if (remarks.isSmallTalk(talk, sentence)) return 0
  if (/[?？]$/u.test(sentence.text))
    return remarks.isQuestion(talk, sentence) ? richness(sentence) * 1.5 : 0
  const { leavesOpen, defers } = talk.wording
  const isOpen =
    leavesOpen.test(sentence.plain) || defers.test(sentence.plain) || wonders.test(sentence.plain)
  return richness(sentence) * (isOpen ? 1 : 0.2)
}

const wonders =
  /\b(?:not (?:very |really |quite )?sure|wonder(?:ing)?|curious|whether|the (?:question|problem|issue|thing) is|depends|if (?:we|it|they|that) (?:can|could|will|would)|have to (?:see|find out|look)|don't know|might|maybe|could)\b/iu
