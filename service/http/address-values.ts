const forms: Record<string, RegExp> = {
  integer: /^-?(0|[1-9]\d*)$/,
  number: /^-?(0|[1-9]\d*)(\.\d+)?$/,
  boolean: /^(true|false)$/,
}

/**
 * Puts numbers and booleans in place of their text, where the schema of a query or a path asks
 * for them. Only of their plain form: `0x10`, `1e1` or ` 1` is a mistake that would go unnoticed.
 * What is of another form stays text, which validation refuses.
 */
export function readAddress(schema: object, values: unknown): void {
  if (!hasProperties(schema) || !isRecord(values)) return
  for (const [name, { type }] of Object.entries(schema.properties)) {
    const text = values[name]
    if (type === undefined || typeof text !== 'string') continue
    if (forms[type]?.test(text)) values[name] = JSON.parse(text)
  }
}

const numbered: Record<string, string> = { '0': 'false', '1': 'true' }

/** The same of the texts of a form, in which Python's programs write `True` and others `1`. */
export function readFormTexts(schema: object, values: unknown): void {
  if (hasProperties(schema) && isRecord(values)) {
    for (const [name, { type }] of Object.entries(schema.properties)) {
      const text = values[name]
      if (type !== 'boolean' || typeof text !== 'string') continue
      values[name] = numbered[text] ?? text.toLowerCase()
    }
  }
  readAddress(schema, values)
}

type Properties = { properties: Record<string, { type?: string }> }

const hasProperties = (schema: object): schema is Properties => 'properties' in schema

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
