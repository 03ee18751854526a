/** Finds the parts of a sentence that express a task, cut so that each can be quoted alone. */
import { pattern } from './pattern.ts'
import type { Sentence } from './sentences.ts'
import type { Talk } from './talk.ts'
import { dueIn } from './due.ts'
import type { Moment } from './periods.ts'
import type { Cue, CueKind } from './wording/wording.ts'

export type Clause = {
  kind: CueKind
  sentence: Sentence
  text: string
  /** The text from its verb on. */
  action: string
  /** The person named to do it. */
  who: string | null
  due: Moment | null
  terms: string[]
}

type Match = { cue: Cue; index: number; end: number; verbAt: number; who: string | null }

/** Every part of the sentence that expresses a task; other modules handle refusals and replies. */
export function clausesOf(talk: Talk, sentence: Sentence): Clause[] {
  const known = cache.get(sentence) ?? readClauses(talk, sentence)
  cache.set(sentence, known)
  return known
}

/** A sentence belongs to one talk, and several finders query it. */
const cache = new WeakMap<Sentence, Clause[]>()

/** The quote of `last`, extended up to `to`. */
function upTo({ text }: Sentence, last: Clause, to: number): string {
  return text.slice(text.indexOf(last.text), to).trim()
}

function extended(last: Clause, text: string): Clause {
  return { ...last, text, action: `${last.action}${text.slice(last.text.length)}` }
}

function readClauses(talk: Talk, sentence: Sentence): Clause[] {
  const matches = matchesIn(sentence.masked, talk.wording.cues)
  const clauses: Clause[] = []
  let from = 0
  for (const [at, match] of matches.entries()) {
    const to = matches[at + 1]?.index ?? sentence.text.length
    const clause = toClause(talk, sentence, { match, from, to })
    const last = clauses.at(-1)
    if (!clause) {
      // A part that is not a task itself stays with the previous one: "… and I'll let you know".
      if (last) clauses[clauses.length - 1] = extended(last, upTo(sentence, last, to))
      continue
    }
    if (isRealQuestion(sentence.text) && !last && !asks.has(clause.kind)) continue
    if (last && belongsTo(last, clause)) {
      const text = upTo(sentence, last, to)
      clauses[clauses.length - 1] = { ...extended(last, text), due: last.due ?? clause.due }
    } else {
      clauses.push(clause)
    }
    from = to
  }
  return clauses
}

/** "… and I'll let you know" completes the promise before it. */
function belongsTo(last: Clause, next: Clause): boolean {
  const isClosing = next.terms.length < 2 || /\blet (?:[\p{L}']+ ){1,3}know\b/iu.test(next.text)
  return last.kind === 'self' && next.kind === 'self' && isClosing
}

/** Real sentences express fewer tasks; this bounds a sentence without an end. */
const mostClauses = 12

/** For the same words, earlier cues in the list take precedence. */
function matchesIn(masked: string, cues: readonly Cue[]): Match[] {
  const kept: Match[] = []
  for (const cue of cues) {
    if (cue.sign && !cue.sign.test(masked)) continue
    for (const found of masked.matchAll(cue.pattern)) {
      if (kept.length >= mostClauses) return kept.toSorted((one, two) => one.index - two.index)
      const end = found.index + found[0].length
      if (kept.some((other) => found.index < other.end && other.index < end)) continue
      const verb = found.groups?.['verb'] ?? ''
      const verbAt = found.index + found[0].lastIndexOf(verb)
      kept.push({ cue, index: found.index, end, verbAt, who: found.groups?.['who'] ?? null })
    }
  }
  return kept.toSorted((a, b) => a.index - b.index)
}

type Span = { match: Match; from: number; to: number }

function toClause(talk: Talk, sentence: Sentence, { match, from, to }: Span): Clause | null {
  const { wording } = talk
  const { masked, text } = sentence
  const lead = masked.slice(from, match.index)
  const whole = flat(masked.slice(from, to))
  if (wording.noTask.test(whole) || wording.reported.test(flat(lead))) return null
  // "Don't worry about the slides, I'll handle those": the lead says what "those" refers to.
  const isBare = wording.takesOn.test(flat(masked.slice(match.index, to)))
  const start = from + (isBare ? 0 : leadLength(lead))
  const said = text
    .slice(start, to)
    .replace(/[\s,;:–-]+(?:(?:and|but|so|then|um+|uh+|y|und|et)[\s,]*)*$/iu, '')
  const due = dueIn(talk, said)
  if (
    !isTask(talk, match, { rest: flat(masked.slice(match.verbAt, match.verbAt + 120)), due, lead })
  )
    return null
  // Time expressions say when, not what.
  const lower = said.toLowerCase().replace(due?.said.toLowerCase() ?? '\0', ' ')
  const terms = sentence.tokens.flatMap(({ text: own, term }) =>
    term !== null && lower.includes(own.toLowerCase()) ? [term] : [],
  )
  const isSolid = wording.solid.test(flat(masked.slice(match.verbAt, match.verbAt + 120)))
  const isAsked = asks.has(match.cue.kind) && terms.length > 0
  const isFull = isAsked || due || namesSomething(sentence, lower) || (isSolid && terms.length > 0)
  if (said.split(/\s+/u).length < 3 || !isFull) return null
  const action = said.slice(Math.max(0, match.verbAt - start))
  return { kind: match.cue.kind, sentence, text: said, action, who: match.who, due, terms }
}

/** "I'll have a look" names nothing to look at; without a dictionary, two words suffice. */
function namesSomething({ tokens }: Sentence, said: string): boolean {
  const own = tokens.filter(({ text, term }) => {
    return term !== null && !noObject.test(text) && said.includes(text.toLowerCase())
  })
  if (own.some(({ pos }) => pos === 'X')) return own.length > 1
  return own.some(({ pos }) => pos === 'NOUN' || pos === 'PROPN' || pos === 'NUM')
}

const noObject = /^(?:look|chat|word|think|go|thing|bit|minute|second|moment|way|time|lot)s?$/iu

const flat = (masked: string) => masked.replaceAll(/\s+/gu, ' ').trimStart()

const asks: ReadonlySet<CueKind> = new Set(['you', 'nobody', 'offer'])

/** Whether this is a real question rather than a request for a nod: "I'll send it then, okay?" */
function isRealQuestion(text: string): boolean {
  return /[?？]\s*$/u.test(text) && !/, (?:okay|ok|right|all ?right|yeah)\?\s*$/iu.test(text)
}

type Said = { rest: string; due: Moment | null; lead: string }

function isTask({ wording }: Talk, { cue }: Match, { rest, due, lead }: Said): boolean {
  // "If the boards are rotten, I have to replace them" is a general rule, not a task.
  const isRule = /\b(?:if|when|whenever)\b/iu.test(lead) && cue.requires !== undefined
  if (isRule && due === null && !asks.has(cue.kind)) return false
  if (cue.requires === 'time') return due !== null
  if (cue.requires === 'timed') return due !== null && isDoing(wording, rest)
  if (cue.requires === 'solid')
    return wording.solid.test(rest) || (due !== null && isDoing(wording, rest))
  return cue.requires === undefined || isDoing(wording, rest)
}

/** Also tries the base form: sharing, share; planning, plan. */
function isDoing({ doing }: Talk['wording'], rest: string): boolean {
  const forms = [
    rest,
    rest.replace(/^(\p{L}+)ing\b/u, '$1'),
    rest.replace(/^(\p{L}+)ing\b/u, '$1e'),
    rest.replace(/^(\p{L}+)(\p{L})\2ing\b/u, '$1$2'),
  ]
  return forms.some((form) => doing.test(form))
}

const setting = pattern`
  ^\W*(?:if|when|once|after|before|as soon as|unless|until|by|on|in|at|for|today|tomorrow|
  tonight|next|this|then|also|wenn|sobald|bis|am|si|cuando|quand|dès)\b`

/** How much of the text before the cue is a separate statement, to leave out of the quote. */
function leadLength(lead: string): number {
  const own = lead.trim()
  const words = own.split(/\s+/u).length
  const isCut = pattern`
  (?:[,;:–-]|[.…])$|(?:^|[\s,])(?:and|but|so|then|because|y|und|et|pero|aber|mais)(?:\s+(?:then|
  so|also))?$`
  const joint =
    /[\s,;:–-]+(?:and|but|so|then|because|y|und|et|pero|aber|mais)(?:\s+(?:then|so|also))?\s*$/iu
  if (setting.test(own) || !isCut.test(own) || (words < 4 && !/[,;]$/u.test(own))) return 0
  return joint.test(lead) || /[,;:–-]\s*$/u.test(lead) ? lead.length : 0
}
