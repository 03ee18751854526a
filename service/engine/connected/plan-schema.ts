/**
 * The JSON Schema that a server gets, in the part of the language that most of them enforce. Bounds
 * of texts and numbers are left out, conform.ts sees to them afterwards: as grammars they multiply,
 * and llama.cpp, which is inside most of these servers, then writes one token a second
 * (measured with a maxLength of 300; without it 27).
 */
import type { JsonSchema } from '../engine.ts'
import type { Plan } from '../schema-plan.ts'

/** Formats that llama.cpp turns into a grammar; the others are checked afterwards. */
const enforced = new Set<string | null>(['date', 'time', 'date-time'])

/** Maximum items of a list whose schema sets no upper bound: a small model never stops by itself. */
export const usualItems = 16

export function schemaOf(plan: Plan): JsonSchema {
  const about = plan.hint === '' ? {} : { description: plan.hint }
  switch (plan.kind) {
    case 'object':
      return {
        type: 'object',
        ...about,
        properties: Object.fromEntries(
          plan.entries.map(({ name, plan: child }) => [name, schemaOf(child)]),
        ),
        // OpenAI's strict mode asks for all of them, and for no others.
        required: plan.entries.map(({ name }) => name),
        additionalProperties: false,
      }
    case 'array':
      return {
        type: 'array',
        ...about,
        items: schemaOf(plan.items),
        ...(plan.min > 0 && plan.min <= usualItems && { minItems: plan.min }),
        maxItems: Math.min(plan.max ?? usualItems, Math.max(usualItems, plan.min)),
      }
    case 'string':
      return { type: 'string', ...about, ...(enforced.has(plan.format) && { format: plan.format }) }
    case 'number':
      return { type: plan.integer ? 'integer' : 'number', ...about }
    case 'literals':
      return { ...about, enum: plan.values }
    case 'choice':
      return { ...about, anyOf: plan.options.map(schemaOf) }
  }
}
