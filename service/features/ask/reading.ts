/** What a language model reads for a question: the turns under their recordings, and what it is asked. */
import { toDay } from '../../core/time.ts'
import type { JsonSchema, WriterSegment } from '../../engine/engine.ts'
import { toQuote } from './answer.ts'
import { isOnDiscussion } from './digest.ts'
import type { Question } from './question.ts'
import type { Ranked } from './rank.ts'
import type { About } from './store.ts'

export const answerSchema: JsonSchema = {
  type: 'object',
  properties: {
    // First, so that a model looks before it answers.
    quotes: {
      type: 'array',
      maxItems: 6,
      items: { type: 'string', maxLength: 400 },
      description:
        'The sentences of the transcript that the answer stands on, copied word for word without the speaker; ' +
        'empty where there is no answer',
    },
    answer: {
      type: ['string', 'null'],
      maxLength: 600,
      description: 'The answer, only from what the transcript says; null where it does not say it',
    },
  },
  required: ['quotes', 'answer'],
  additionalProperties: false,
}

/** An earlier question of a conversation and what was answered; null where nothing was found. */
export type Exchange = { question: string; answer: string | null }

type Asked = { question: Question; text: string; conversation: readonly Exchange[]; today: Date }

/** Question and conversation are data too: each stays on its line and holds no placeholder. */
export function instructionsFor({ question, text, conversation, today }: Asked): string {
  const length = isOnDiscussion(question)
    ? 'in two to four short sentences, and say who said what'
    : 'in one or two short sentences'
  const rules =
    `Answer the question ${length}. Use only what the transcript says. A line that begins with # names the ` +
    'recording that the next lines are from, and its day; […] was left out. Say numbers, names and times as ' +
    'they are said. Other words for the same thing count; a different fact does not, and what was only proposed ' +
    'is no result. Where these lines do not answer it, the answer is null.'
  const earlier = conversation.map(
    ({ question: asked, answer }) =>
      `- “${asData(asked)}” was answered “${asData(answer ?? 'not said')}”`,
  )
  const before =
    earlier.length > 0
      ? ['Earlier questions, which tell what “it” or “that” is:', ...earlier].join('\n')
      : ''
  const asked = `Today is ${toDay(today)}.\nQuestion: ${asData(text)}`
  return [rules, before, asked].filter(Boolean).join('\n\n')
}

const asData = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/\{(?=\{)/gu, '{ ')

/** What a recording is called, and the day on which it took place. */
export const titleOf = ({ title, took_place: at }: Pick<About, 'title' | 'took_place'>): string =>
  `${title}, ${new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(at)}, ${toDay(at)}`

/** @param material turns in their order, each recording's together */
export function toSegments(material: readonly Ranked[]): WriterSegment[] {
  return material.flatMap((ranked, at) => {
    const { segment_id: id, start, end, speaker, text } = toQuote(ranked)
    const earlier = material[at - 1]?.segment
    const isSame = earlier?.content_id === ranked.segment.content_id
    const isNext = isSame && earlier.place + 1 === ranked.segment.place
    const head = isSame ? '[…]' : titleOf(ranked.about)
    const line = { id, start, end, speaker, text }
    return isNext ? [line] : [{ id: '', start, end: start, speaker: '#', text: head }, line]
  })
}
