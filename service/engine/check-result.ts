/** Final validation of a result with ajv, against the author's own schema. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

import type { JsonSchema } from './engine.ts'
import type { StringFormat } from './schema-plan.ts'
import { stringFormats } from './schema-shape.ts'

/** Null if the value conforms, otherwise where and how it does not. */
export type ResultCheck = (value: unknown) => string | null

/** Compiles a schema that `checkSchema` accepts; throws if ajv cannot compile it. */
export function compileSchema(schema: JsonSchema): ResultCheck {
  // A new instance each time: ajv caches what it compiles, and schemas come and go with prompts.
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false, meta: false })
  // Under Node's module resolution, ajv-formats' default export is typed as the whole module.
  const add = addFormats as unknown as (ajv: Ajv2020, formats: string[]) => void
  add(ajv, stringFormats)
  const { $schema: _dialect, ...body } = schema
  const validate = ajv.compile({ ...body, $async: false })
  return (value) => {
    if (validate(value)) return null
    const [error] = validate.errors ?? []
    const problem = error && (plainly[error.keyword] ?? error.message)
    return `${error?.instancePath || '/'} ${problem ?? 'does not conform'}`
  }
}

/** In place of ajv's own words, which name places (“items ## 1 and 0”) or show an expression. */
const plainly: Record<string, string> = {
  uniqueItems: 'names the same item twice',
  pattern: 'is not of the form that the schema asks for',
}

const formatChecks = new Map<StringFormat, ResultCheck>()

/** Whether a text matches the format, by the same rules as the final validation. */
export function isOfFormat(format: StringFormat, text: string): boolean {
  const check = formatChecks.get(format) ?? compileSchema({ type: 'string', format })
  formatChecks.set(format, check)
  return check(text) === null
}
