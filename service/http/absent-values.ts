type Schema = {
  type?: string | readonly string[]
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
}

/**
 * Takes out of a body what is null and could have been left out, where null says nothing of its own: many programs send
 * every field of theirs. A field that must be there, or that null empties, stays as it came.
 */
export function dropNulls(schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) dropNulls(schema.items, item)
    return
  }
  const record = value as Record<string, unknown>
  for (const [name, property] of Object.entries(formOf(schema).properties ?? {})) {
    if (!Object.hasOwn(record, name)) continue
    const isOptional = schema.required?.includes(name) !== true
    if (record[name] === null && isOptional && !takesNull(property)) delete record[name]
    else dropNulls(formOf(property), record[name])
  }
}

/** Of a value that may be null as well, the other form; where there are several, none is told apart here. */
function formOf(schema: Schema): Schema {
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null')
  return forms?.length === 1 && forms[0] ? forms[0] : schema
}

function takesNull({ type, anyOf, enum: values, const: constant }: Schema): boolean {
  if (anyOf) return anyOf.some(takesNull)
  if (values) return values.includes(null)
  if (constant !== undefined) return constant === null
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
}
