/** Decisions and open questions, in the words of the sentence nearby that says it best. */
import { findingsOf, sentencesNear, type Finding } from './judgement.ts'
import { toItem, type Item } from './item.ts'
import * as remarks from './remarks.ts'
import type { Sentence } from './sentences.ts'
import type { Judgement, Talk } from './talk.ts'
import { sayingsOf } from './sayings.ts'
import { termWeights } from './term-weights.ts'
import { asSentence } from './tidy.ts'

type Statement = 'decision' | 'open_question'

/** In the order of the talk; without those that no sentence says in full. */
export function sayStatements(talk: Talk, judgement: Judgement, kind: Statement): Item[] {
  const fitness = kind === 'decision' ? fitAsDecision : fitAsQuestion
  const weights = termWeights(judgement)
  const items: Item[] = []
  for (const finding of findingsOf(judgement, kind)) {
    const [best] = sentencesNear(judgement, finding, kind)
      .flatMap(({ sentence, weight }) => {
        if (remarks.isSmallTalk(talk, sentence)) return []
        return sayingsOf(sentence, talk.wording).flatMap((saying) => {
          const own = { sentence, text: saying.text, terms: saying.terms }
          const value = canStandAlone(own)
            ? fitness(talk, own) * coverage(saying.terms, weights) * Math.sqrt(weight)
            : 0
          return value > 0 ? [{ ...own, worth: value }] : []
        })
      })
      .toSorted((a, b) => b.worth - a.worth)
    if (!best) continue
    const item = toStatement(best, finding)
    const known = items.find(({ text }) => text.toLowerCase() === item.text.toLowerCase())
    if (known) known.segmentIds = [...new Set([...known.segmentIds, ...item.segmentIds])]
    else items.push(item)
  }
  return items
}

/** What rules found, in its best words; without what no clause of it says in full. */
export function wordRemarks(talk: Talk, found: readonly remarks.Remark[], kind: Statement): Item[] {
  return found.flatMap(([sentence]) => {
    const [best] = sayingsOf(sentence, talk.wording)
      .filter(({ text }) => !pointsBack(text) && text.split(' ').length > 3)
      .filter(({ text }) =>
        kind === 'decision'
          ? !unsettled.test(text) && isSettledIn(talk, { ...sentence, plain: text })
          : text.endsWith('?') || wonders.test(text),
      )
    return best ? [{ ...toItem(talk, [sentence]), text: asSentence(best.text) }] : []
  })
}

type Candidate = { sentence: Sentence; text: string; terms: ReadonlySet<string> }

function toStatement({ sentence, text }: Candidate, finding: Finding): Item {
  return {
    text: asSentence(text),
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

export function canStandAlone({ text, terms }: Pick<Candidate, 'text' | 'terms'>): boolean {
  const words = text.split(' ').length
  return words >= fewestWords && words <= mostWords && terms.size >= (text.endsWith('?') ? 2 : 3)
}

/** Refers to what was said before: "That's it", "They do". */
const points =
  /^(?:(?:it|they|he|she|it's|that's|they're|he's|she's|which)\b|(?:this|that|these|those)(?=\s(?:is|are|was|were|will|would|can|could|should|has|have|had|does|did|do|may|might|must|ones?|means|way|also|just|gives?|makes?)\b|'))/iu

export const pointsBack = (text: string): boolean => points.test(text)

/** How much of what the talk turns on is said, 0–1. */
function coverage(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  const sum = [...terms].reduce((all, term) => all + (weights.get(term) ?? 0), 0)
  return Math.min(fullCoverage, sum) / fullCoverage
}

/** Choice: a sentence of more weight is not better, only longer. */
const fullCoverage = 8

export const richness = (terms: ReadonlySet<string>): number => Math.min(6, terms.size) / 6

function fitAsDecision(talk: Talk, { sentence, text, terms }: Candidate): number {
  if (/[?？]$/u.test(text) || putsOff.test(text) || tells.test(text)) return 0
  const isSettled = remarks.isDecision(talk, { ...sentence, plain: text }) || settled.test(text)
  const own = pointsBack(text) || /^you\b/iu.test(text) ? 0.4 : 1
  const isUncertain = remarks.isUncertain({ ...sentence, plain: text })
  const value = own * (isSettled ? 3 : 1) * (isUncertain ? 0.35 : 1)
  return value * richness(terms) < leastOfDecision ? 0 : value
}

/** Below this, no sentence nearby says what is settled. */
const leastOfDecision = 0.2

const putsOff =
  /\b(?:(?:have|need|got|want) to|should|will|'ll|let's) (?:still |then |also |just )?(?:decide|discuss|think|talk|see|wonder|look|check|ask|find out|investigate|work out|figure out|know|consider|evaluate|try|test|understand|hear|say)\b|\b(?:discuss|talk about|come back to|in mind|(?:try to|should) (?:now )?decide|think about|as good|for example|unfortunately)\b|^let me\b|^if\b(?!.*\bthen we(?:'ll| will)\b)|\b(?:lunch|coffee|break)\b/iu

/** Told of oneself, of the past or of the meeting: nothing that is settled. */
const tells =
  /^(?:I (?!don't see why)(?!agree)(?!propose)(?!suggest)(?!vote)|I'm|I've|my)\b|\b(?:I hope|hope I'm|I wonder|I don't know|not sure|let's see|brings us|used to)\b|^there (?:is|are)\b|\bwe(?:'re| are) (?:just |only |still )?(?:trying|getting|looking|talking)\b|\b(?:really|very|so|quite|pretty|such an?|a) (?:good|nice|great|new|interesting|important|hard|difficult)\b|\b(?:new|good) ideas?\b/iu

const unsettled = /\b(?:still (?:has|have|need)|needs? to|maybe|perhaps|if|might|would|could)\b/iu

/** "We keep the licence as it is": settled by saying so. */
export const isSettledIn = (talk: Talk, sentence: Sentence): boolean =>
  remarks.isDecision(talk, sentence) || keeps.test(sentence.plain)

const keeps =
  /^(?:(?:okay|ok|alright|all right|so|then|right|great|good|well|yes|yeah|and),? )*we (?:keep|go ahead|go with|release|start with|move|leave|postpone|stick|stay|continue|drop)\b(?!.*\?$)/iu

const settled =
  /\b(?:we(?:'ll| will| won't)|^(?:then )?we (?:keep|go|stay|start|release|move|take|use|leave|meet|wait)|let us (?!see|say|talk|look)|let's (?!see|say|just say|talk|move)|(?:go|going|stick) (?:with|for)|decided|agreed|resolved)\b/iu

/** Said so that it may be told as agreed. */
export const isAgreed = (text: string): boolean =>
  settled.test(text) || keeps.test(text) || will.test(text)

const will =
  /\b(?:will|won't|is going to|are going to|'re going to|must|should(?! we)|has to|have to|only|instead)\b/iu

function fitAsQuestion(talk: Talk, { sentence, text, terms }: Candidate): number {
  if (isBetweenThem.test(text)) return 0
  if (/[?？]$/u.test(text))
    return remarks.isQuestion(talk, sentence)
      ? isInterrogative.test(text)
        ? 1.5
        : terms.size < 3
          ? 0
          : 0.6
      : 0
  const { leavesOpen, defers } = talk.wording
  const isOpen = leavesOpen.test(text) || defers.test(text) || wonders.test(text)
  return isOpen && !/^(?:if|I'm afraid)\b/iu.test(text) && !pointsBack(text) && !isDuty.test(text)
    ? 1
    : 0
}

/** Asked of how the meeting goes on, or of what somebody feels. */
const isBetweenThem =
  /\b(?:what (?:do|did) you (?:guys |all )?(?:think|say|mean|want)|you guys think|(?:do|would) you (?:want|like|mind)|can I (?:just|ask|have|say)|thank(?:s| you)|my (?:mouse|pen|screen|laptop|slides?)|a pen|next slide|(?:happy|content) to)\b/iu

const isInterrogative =
  /(?:^|[,:;–—] ?|\b(?:and|but|or|so|then|know|sure|wonder\p{L}*) )(?:(?:in|for|at|on|by|with|to) )?(?:what|who|which|where|when|why|how|whether|is|are|do|does|did|can|could|will|would|should|shall|has|have|was|were|isn't|aren't|don't|doesn't)\b/iu

/** To be done, and not asked. */
const isDuty =
  /^(?:(?:so|then|also) )?(?:we|I|you|they) (?:really |just |still |also )?(?:need|have|want) to (?:check|ask|work|do|make|take|use|add)\b/iu

const wonders =
  /\b(?:not (?:very |really |quite )?sure|wonder(?:ing)?|curious|whether|the (?:question|problem|issue|thing) is|depends|if (?:we|it|they|that) (?:can|could|will|would)|have to (?:see|find out|look)|don't know|no idea|unclear|how (?:much|many|far|long) )\b/iu
