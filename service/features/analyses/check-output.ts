import { JobError } from '../../core/errors.ts'
import { compileSchema } from '../../engine/check-result.ts'
import type { JsonSchema } from '../../engine/engine.ts'

/**
 * The last look before a result is stored: it follows the prompt's schema, whichever engine wrote it
 * (reliability.md A-8). Returns it in a form that the database can hold; fails the analysis else.
 */
export function checkOutput(
  schema: JsonSchema,
  result: Record<string, unknown>,
): Record<string, unknown> {
  const clean = toStorable(result)
  const problem = compileSchema(schema)(clean)
  if (problem === null) return clean
  throw new JobError('schema_not_satisfied', `The result does not follow the schema: ${problem}.`)
}

/** JSON text of the database knows neither NUL nor half a character. */
function toStorable(result: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(result, (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  )
  // It was an object before and is one now.
  return JSON.parse(text) as Record<string, unknown>
}
