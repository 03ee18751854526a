/** Infers what a property of a schema asks for from its name, then from its description. */
import { pattern } from './pattern.ts'

export type ListRole =
  | 'topics'
  | 'actions'
  | 'questions'
  | 'open_questions'
  | 'decisions'
  | 'objections'
  | 'problems'
  | 'needs'
  | 'highlights'
  | 'names'
  | 'dates'
  | 'speakers'
  | 'amounts'
  | 'steps'
  | 'resolutions'

export type Role = ListRole | 'summary' | 'title' | 'mood' | 'language' | 'duration' | 'words'

/** A property of one list item. */
export type Facet =
  | 'text'
  | 'owner'
  | 'due'
  | 'topic'
  | 'response'
  | 'start'
  | 'end'
  | 'mood'
  | 'share'

type Rule<R> = readonly [RegExp, R]

/** The first match wins, so narrower patterns come first. */
const roles: readonly Rule<Role>[] = [
  [
    pattern`
  \b(open|unanswered|unresolved|outstanding|remaining) (questions?|issues?|points?|items?)\b`,
    'open_questions',
  ],
  [
    pattern`
  \b(action|actions|todos?|to dos?|tasks?|next steps?|follow ups?|commitments?|deliverables?|
  assignments?|promises?)\b`,
    'actions',
  ],
  [/\bquestions?\b/u, 'questions'],
  [/\b(steps? (taken|tried)|tried|troubleshooting)\b/u, 'steps'],
  [/\b(resolutions?|resolved|fix(es)?|solutions?|workarounds?)\b/u, 'resolutions'],
  [
    pattern`
  \b(decisions?|agreements?|agreed|conclusions?|outcomes?|approvals?)\b`,
    'decisions',
  ],
  [/\b(objections?|pushbacks?|hesitations?|reservations?)\b/u, 'objections'],
  [
    pattern`
  \b(risks?|concerns?|issues?|problems?|blockers?|pain points?|challenges?|complaints?|
  obstacles?|frustrations?|bugs?)\b`,
    'problems',
  ],
  [
    pattern`
  \b(needs?|requirements?|goals?|wants?|requests?|wishes|feature requests?|expectations?)\b`,
    'needs',
  ],
  [/\b(sentiment|mood|tone|attitude|satisfaction|feeling|polarity)\b/u, 'mood'],
  [
    pattern`
  \b(summary|summaries|overview|tl ?dr|abstract|recap|synopsis|brief|gist|minutes|digest)\b`,
    'summary',
  ],
  [/\b(title|headline|heading|subject line)\b/u, 'title'],
  [
    pattern`
  \b(topics?|themes?|keywords?|key ?phrases?|tags?|subjects?|categories|areas|discussed)\b`,
    'topics',
  ],
  [/\b(participants?|speakers?|attendees?|people present|who spoke|persons?)\b/u, 'speakers'],
  [
    pattern`
  \b(highlights?|quotes?|key points?|key moments?|takeaways?|insights?|findings?|learnings?|
  main points?|bullets?|bullet points?|important|observations?|moments?|facts?|notes?)\b`,
    'highlights',
  ],
  [
    pattern`
  \b(names?|entities|mentions?|mentioned|companies|organi[sz]ations?|people|competitors?|
  products?)\b`,
    'names',
  ],
  [/\b(dates?|deadlines?|timeline|due|when)\b/u, 'dates'],
  [/\b(language|locale)\b/u, 'language'],
  [
    pattern`
  \b(prices?|pricing|amounts?|numbers|figures|metrics|costs?|money|quotes? given|sums?)\b`,
    'amounts',
  ],
  [/\b(duration|length)\b/u, 'duration'],
  [/\b(word count|words|number of words)\b/u, 'words'],
]

const facets: readonly Rule<Facet>[] = [
  [
    pattern`
  \b(owner|assignee|assigned|who|speaker|person|responsible|asked by|raised by|made by|by whom|
  participant|name|author|said by|attendee)\b`,
    'owner',
  ],
  [/\b(due|deadline|when|date|by when|timeframe|time frame|timing)\b/u, 'due'],
  [/\b(response|answer|resolution|reply|handled|handling|rebuttal)\b/u, 'response'],
  [/\b(topic|theme|subject|category|area|tag|keyword)\b/u, 'topic'],
  [/\b(sentiment|mood|tone|polarity)\b/u, 'mood'],
  [/\b(end|end time|end seconds)\b/u, 'end'],
  [/\b(timestamp|start|time|seconds|position|offset)\b/u, 'start'],
  [/\b(share|talk (time|ratio|share)|percent|percentage|ratio)\b/u, 'share'],
  [
    pattern`
  \b(text|task|action|description|title|item|summary|concern|objection|question|decision|quote|
  point|detail|details|statement|risk|issue|problem|need|content|what|highlight|sentence|step|
  requirement|note|evidence|context|phrase|moment|takeaway|insight|value|label)\b`,
    'text',
  ],
]

const single = new Set<Role>(['summary', 'title', 'mood', 'language', 'duration', 'words'])

/** Whether the role names a list of things. */
export function isListRole(role: Role | null): role is ListRole {
  return role !== null && !single.has(role)
}

export function roleOf(name: string, hint: string): Role | null {
  const role = find(roles, wordsOf(name)) ?? find(roles, wordsOf(hint))
  // "questions: what was asked and not answered"
  return role === 'questions' && staysOpen.test(hint) ? 'open_questions' : role
}

const staysOpen = /\b(?:open|un(?:answered|resolved)|outstanding|not (?:been )?answered)\b/iu

export function facetOf(name: string, hint: string): Facet | null {
  return find(facets, wordsOf(name)) ?? find(facets, wordsOf(hint))
}

function find<R>(rules: readonly Rule<R>[], words: string): R | null {
  return rules.find(([wording]) => wording.test(words))?.[1] ?? null
}

/** The role that words name, and what else they say. */
export function matchRole(words: string): { role: Role; rest: string } | null {
  const rule = roles.find(([wording]) => wording.test(words))
  if (!rule) return null
  const [wording, role] = rule
  return { role, rest: words.replaceAll(new RegExp(wording.source, 'giu'), ' ') }
}

/** Splits camelCase, snake_case and kebab-case into lower-case words. */
export function wordsOf(name: string): string {
  return name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_.\-/]+/gu, ' ')
    .toLowerCase()
    .trim()
}
