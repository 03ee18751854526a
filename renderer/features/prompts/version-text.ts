import { i18n } from '../../i18n/i18n.ts'
import type { PromptVersion } from 'earshot/client'

/** What a prompt asks, as the form holds it: the schema is text, empty for none. */
export type PromptText = { template: string; output_schema: string }

export const textOf = ({
  template,
  output_schema: schema,
}: Pick<PromptVersion, 'template' | 'output_schema'>): PromptText => ({
  template,
  output_schema: schema ? JSON.stringify(schema, null, 2) : '',
})

/** A schema as it would be stored, so spacing makes no difference. */
export function plainSchema(text: string): string {
  try {
    return text.trim() === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not valid JSON yet: keep it as typed.
    return text
  }
}

export const isSameText = (one: PromptText, other: PromptText): boolean =>
  one.template === other.template &&
  plainSchema(one.output_schema) === plainSchema(other.output_schema)

/** The author of a version; empty if none was recorded. */
export function authorOf(
  { edited_by: member }: PromptVersion,
  people: ReadonlyMap<string, string>,
): string | null {
  if (member === null) return null
  return people.get(member) ?? i18n.t('prompts:versions.member')
}
