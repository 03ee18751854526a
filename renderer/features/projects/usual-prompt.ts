import { prompts as english } from '../../i18n/en/prompts.ts'
import { promptName } from '../../ui/own-words.ts'

type Choice = { id: string; name: string; type: 'system' | 'custom'; is_default: boolean }

/**
 * The prompt for a project that a person makes. While the organization has the default it began with, which is the
 * one for sales calls because the specification shows its result, a person's project is about meetings; once somebody
 * chose another default, null, which is that one. The names may be as the service has them or as the page shows them.
 */
export function usualPromptOfPerson(prompts: readonly Choice[]): string | null {
  const { sales, meeting } = english.builtInNames
  const builtIn = (name: string) =>
    prompts.find((each) => each.type === 'system' && promptName(each.name) === promptName(name))
  return builtIn(sales)?.is_default ? (builtIn(meeting)?.id ?? null) : null
}
