/** Moments of a long talk: what classifiers find is quoted, or left to a language model. */
import { expect, test } from 'vitest'

import { createExtractive } from '../../../service/engine/extractive/extractive.ts'
import type { JudgeTalk } from '../../../service/engine/extractive/judgement.ts'
import { toUtterances } from '../../../service/engine/extractive/utterances.ts'
import { toSegments } from './calls.ts'

const texts = { type: 'array', items: { type: 'string' } }
const maybe = { type: ['string', 'null'] }
const task = { type: 'object', properties: { task: { type: 'string' }, owner: maybe } }
const properties = {
  action_items: { type: 'array', items: { ...task, required: ['task', 'owner'] } },
  decisions: texts,
  open_questions: texts,
}
const schema = { type: 'object', properties, required: Object.keys(properties) }

/** How likely an utterance is a task, a decision, an open question. */
type Likely = Record<string, readonly [number, number, number]>

/** Long enough to be read by classifiers, with nothing in it but the given lines, far from each other. */
async function analyse(parts: readonly string[], likely: Likely) {
  const filler = (at: number) => `${at % 2 ? 'Ann' : 'Bob'}: Page ${at} of the book has a picture.`
  const fillers = (part: number) => Array.from({ length: 24 }, (_, at) => filler(part * 24 + at))
  const lines = [...parts, '', '', ''].flatMap((part, at) => [...fillers(at), part]).filter(Boolean)
  const judge: JudgeTalk = async ({ sentences }) => {
    const utterances = toUtterances(sentences)
    const probabilities = utterances.map(({ text }) => {
      const known = Object.entries(likely).find(([words]) => text.includes(words))
      return [...(known?.[1] ?? [0, 0, 0]), 0]
    })
    const vectors = utterances.map(({ index }) => utterances.map((_, at) => Number(at === index)))
    return { utterances, probabilities, vectors }
  }
  const segments = toSegments(lines.join('\n'))
  const { result, needsLanguageModel } = await createExtractive(judge).write(
    { instructions: '', segments, language: 'en', schema },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  return { result, needsLanguageModel }
}

test('what was said stands word for word in the likelier list, with whoever took it on', async () => {
  const plan = "Ann: Um so so I'll send the revised, you know, budget plan to the customer."
  const advice =
    'Ann: You should call the printing agency about the covers.\nBob: The covers are blue.'
  const asked = 'Bob: Who will ask the shop in Leeds about paper?\nAnn: That depends on the price.'
  const { result } = await analyse([plan, advice, asked], {
    revised: [0.92, 0, 0],
    'printing agency': [0.99, 0, 0],
    'shop in Leeds': [0.92, 0, 0.96],
  })
  expect(result).toEqual({
    action_items: [
      { task: 'You should call the printing agency about the covers.', owner: null },
      { task: "I'll send the revised, you know, budget plan to the customer.", owner: 'Ann' },
    ],
    decisions: [],
    open_questions: ['Who will ask the shop in Leeds about paper?'],
  })
})

test('a question that the next turn answers is not open', async () => {
  const { result } = await analyse(
    [
      'Ann: Which printer prints the blue covers?\nBob: The printer in Leeds prints them.',
      'Ann: How much do the paper samples cost?\nBob: I have no idea, we need to find out.',
    ],
    { 'Which printer': [0, 0, 0.9], 'paper samples': [0, 0, 0.9] },
  )
  expect(result['open_questions']).toEqual(['How much do the paper samples cost?'])
})

test('what is not sure is left to a language model, and not said to be missing', async () => {
  const { result, needsLanguageModel } = await analyse(
    ['Bob: Somebody should order the printing paper.'],
    { 'printing paper': [0.2, 0.1, 0.1] },
  )
  expect(result).toEqual({ action_items: [], decisions: [], open_questions: [] })
  expect(needsLanguageModel).toEqual(['/action_items', '/decisions', '/open_questions'])
})
