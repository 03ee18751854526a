/**
 * Which fields of a schema the built-in analyser answers. Nobody keeps a list of them: the schema is filled from talks in
 * which everything is said that the analyser can find, and what it leaves to a language model even then is what it cannot do.
 */
import { JobError } from '../../core/errors.ts'
import type { JsonSchema } from '../engine.ts'
import { planFor } from '../grammar-schema.ts'
import { withoutNull, type Plan } from '../schema-plan.ts'
import { step } from '../schema-shape.ts'
import { isFound, isSpokenFor, spokenWordsOf, type Facts } from './facts.ts'
import { fillSchema } from './fill-schema.ts'
import type { Item } from './item.ts'
import { isMomentRole } from './quoted-moments.ts'
import type { Sentence } from './sentences.ts'

/** `some`: a part of it, or only where it is said in so many words. */
export type Answered = 'all' | 'some' | 'none'

/** `pointer` leads to the field in the schema: `/properties/tasks/items/properties/owner`. */
export type AnswerableField = { pointer: string; answered: Answered }

export type AnswerableRequest = {
  schema: JsonSchema
  instructions: string
  /** Of the talk. */
  language: string
  /** Of the answer; that of the talk where it is left out. */
  resultLanguage?: string | undefined
}

/** Every named field, an outer one before those in it. */
export function answerableFields(request: AnswerableRequest): AnswerableField[] {
  const plan = planFor(request.schema)
  const gaps = talks(request).map((facts) => gapsOf(plan, facts, request.instructions))
  const fields: AnswerableField[] = []
  readPlan(plan, { pointer: '', place: '' }, { gaps, fields })
  return fields
}

/** Of the whole answer. */
export function answeredOf(fields: readonly AnswerableField[]): Answered {
  return sum(fields.filter(({ pointer }) => pointer.split('/').length === 3))
}

function sum(parts: readonly Pick<AnswerableField, 'answered'>[]): Answered {
  if (parts.every(({ answered }) => answered === 'all')) return 'all'
  return parts.every(({ answered }) => answered === 'none') ? 'none' : 'some'
}

/** Pointers into the result; null where the schema asks for something that nobody but a model can give. */
type Gaps = readonly string[] | null

function gapsOf(plan: Plan, facts: Facts, instructions: string): Gaps {
  try {
    return fillSchema(plan, facts, instructions).needsLanguageModel
  } catch (error) {
    if (error instanceof JobError) return null
    throw error
  }
}

type Position = { pointer: string; place: string }
type Notes = { gaps: readonly Gaps[]; fields: AnswerableField[] }

function readPlan(plan: Plan, { pointer, place }: Position, notes: Notes): void {
  const bare = withoutNull(plan)
  if (bare.kind === 'array') {
    readPlan(bare.items, { pointer: `${pointer}/items`, place: step(place, 0) }, notes)
    return
  }
  if (bare.kind !== 'object') return
  for (const { name, plan: child } of bare.entries) {
    const at = { pointer: step(`${pointer}/properties`, name), place: step(place, name) }
    const field: AnswerableField = { pointer: at.pointer, answered: answerAt(at.place, notes.gaps) }
    const first = notes.fields.push(field)
    readPlan(child, at, notes)
    const inner = notes.fields.slice(first)
    if (field.answered === 'all' && inner.length > 0) field.answered = sum(inner)
  }
}

/** A list of texts is left to a model with its first entry. */
function answerAt(place: string, gaps: readonly Gaps[]): Answered {
  const isIn = (gap: string) =>
    gap === place || gap === step(place, 0) || place.startsWith(`${gap}/`)
  const left = gaps.filter((all) => all === null || all.some(isIn))
  if (left.length === 0) return 'all'
  return left.length === gaps.length ? 'none' : 'some'
}

const said = 'Send the revised contract to the customer by Friday. '.repeat(40).trim()

const sentence: Sentence = {
  ...{ index: 0, speaker: 'Ada', start: 5, text: said, masked: said, plain: said },
  ...{ segmentIds: ['seg'], tokens: [], terms: [], words: 10, sentiment: 0.5 },
}

const item: Item = {
  ...{ text: said, segmentIds: sentence.segmentIds, remark: [sentence], owner: sentence.speaker },
  ...{ due: '2026-11-27', confidence: 0.5 },
}

/** Talks of which everything is known, with and without what a talk may lack. */
function talks({ language, resultLanguage = language }: AnswerableRequest): Facts[] {
  return [true, false].flatMap((isNamed) =>
    [true, false].map((isMixed): Facts => {
      const label = isMixed ? ('neutral' as const) : ('positive' as const)
      const mood = { label, isMixed, score: 0.5, from: [sentence] }
      return {
        findsAll: (role) => isNamed || !isMomentRole(role),
        language,
        finds: (role) => isFound(role, language),
        speaksFor: (role) => isSpokenFor(role, language, resultLanguage),
        sentences: [sentence],
        list: (role) => (isNamed || !isMomentRole(role) ? [item] : []),
        summary: () => item,
        mood: () => (isNamed ? mood : null),
        topicOf: () => item.text,
        responseTo: () => item,
        spokenOf: (name) => (isNamed && spokenWordsOf(name) ? item : null),
      }
    }),
  )
}
