/** What a prompt's template may name in double braces, such as `{{transcript}}`. */
export const placeholderNames = [
  'transcript',
  'filename',
  'duration',
  'language',
  'speakers',
  'project_name',
  'date',
] as const

export type PlaceholderName = (typeof placeholderNames)[number]

/**
 * Matches a placeholder; the group is its name, perhaps with spaces around it. Bounded and without
 * nesting, so that it takes linear time on any text.
 */
const pattern = /\{\{([^{}]{0,200})\}\}/g

const isKnown = (name: string): name is PlaceholderName =>
  placeholderNames.some((known) => known === name)

/** The placeholders of a template, each once, in order; `unknown` are those that name nothing. */
export function findPlaceholders(template: string): {
  known: PlaceholderName[]
  unknown: string[]
} {
  const found = template.matchAll(pattern)
  const names = [...new Set([...found].map(([, name = '']) => name.trim()))]
  return { known: names.filter(isKnown), unknown: names.filter((name) => !isKnown(name)) }
}

/**
 * Puts values in the place of placeholders, in one pass: what a value holds is never looked at again.
 * A name without a value stays as it is.
 */
export function fillPlaceholders(
  template: string,
  values: Partial<Record<PlaceholderName, string>>,
): string {
  return template.replaceAll(pattern, (whole: string, name: string) => {
    const key = name.trim()
    return (isKnown(key) ? values[key] : undefined) ?? whole
  })
}
