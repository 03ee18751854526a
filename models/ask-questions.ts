/** What Ask is trained with: questions that people put to meetings, and statements about them. */

type Span = [first: number, last: number]
export type Meeting = {
  name: string
  turns: { speaker: string; text: string }[]
  topics: { title: string; spans: Span[] }[]
  specific: { query: string; answer: string; spans: Span[] }[]
}
export type Notes = {
  action_items: { task: string; turns: number[] }[]
  decisions: { decision: string; turns: number[] }[]
  open_questions: { question: string; turns: number[] }[]
  chapters: { title: string; start: number; end: number }[]
  questions_to_ask: { question: string; answer: string; turns: number[] }[]
  unanswerable: string[]
}

export type Asked = {
  kind: 'annotated' | 'noted' | 'unanswerable' | 'foreign'
  question: string
  /** Turns that carry the answer. */
  spans: Span[]
}

/** What was said in some turns, in the words of somebody else; topics and chapters are only named. */
export type Statement = {
  kind: 'topic' | 'chapter' | 'answer' | 'noted'
  text: string
  spans: Span[]
}

/** Characters of a question that the service reads. */
const mostCharacters = 500

export function questionsOf({ specific }: Meeting, notes: Notes | undefined): Asked[] {
  const annotated = specific.map(({ query, spans }): Asked => ({
    kind: 'annotated',
    question: query.slice(0, mostCharacters),
    spans,
  }))
  if (!notes) return annotated
  return [
    ...annotated,
    ...notes.questions_to_ask.map(({ question, turns }): Asked => ({
      kind: 'noted',
      question,
      spans: around(turns),
    })),
    ...notes.unanswerable.map((question): Asked => ({ kind: 'unanswerable', question, spans: [] })),
  ]
}

const around = (turns: readonly number[]): Span[] =>
  turns.map((turn): Span => [Math.max(0, turn - 1), turn + 1])

export function statementsOf({ topics, specific }: Meeting, notes: Notes | undefined): Statement[] {
  const state = (kind: Statement['kind'], text: string, spans: Span[]): Statement => ({
    kind,
    text: text.slice(0, mostCharacters),
    spans,
  })
  const answers = specific.flatMap(({ answer, spans }) =>
    answer
      .split(/(?<=[.?!])\s+/u)
      .filter((sentence) => sentence.split(/\s+/u).length >= 5)
      .map((sentence) => state('answer', sentence, spans)),
  )
  const noted = notes && [
    ...notes.action_items.map(({ task, turns }) => state('noted', task, around(turns))),
    ...notes.decisions.map(({ decision, turns }) => state('noted', decision, around(turns))),
    ...notes.open_questions.map(({ question, turns }) => state('noted', question, around(turns))),
    ...notes.questions_to_ask.map(({ answer, turns }) => state('noted', answer, around(turns))),
    ...notes.chapters.map(({ title, start, end }) => state('chapter', title, [[start, end]])),
  ]
  return [
    ...topics.map(({ title, spans }) => state('topic', title, spans)),
    ...answers,
    ...(noted ?? []),
  ]
}
