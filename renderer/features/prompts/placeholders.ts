/** What the text of a prompt may name; the service fills it in. */
export const placeholders = [
  'transcript',
  'filename',
  'duration',
  'language',
  'speakers',
  'project_name',
  'date',
] as const

/** What a text names between double braces that is nothing, each once, as it is written there. */
export const unknownIn = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(/\{\{([^{}]{0,200})\}\}/g)]
      .filter(([, name = '']) => !placeholders.some((known) => known === name.trim()))
      .map(([whole]) => whole),
  ),
]
