// What the service writes in English of its own accord, in the page's language. What people wrote is left as it is.
import { prompts } from '../i18n/en/prompts.ts'
import { i18n } from '../i18n/i18n.ts'
import { formatDate } from './format.ts'

/** The label of whom nobody has named: “Speaker 2”. */
export function speakerName(name: string): string {
  const number = /^Speaker (\d+)$/.exec(name)?.[1]
  return number === undefined ? name : i18n.t('parts:speaker', { number })
}

/** The label that the service knows, of one as it is shown here. */
export function storedSpeaker(shown: string): string {
  const label = `Speaker ${/\d+$/.exec(shown)?.[0] ?? ''}`
  return speakerName(label).toLowerCase() === shown.toLowerCase() ? label : shown
}

/**
 * What an analysis wrote, with days and speakers as the page shows them: "Speaker 2 will call by Friday
 * (2026-11-27)" → "Speaker 2 will call by Friday (27 Nov 2026)".
 */
export const shownText = (text: string): string =>
  text
    .replaceAll(/\((\d{4}-\d{2}-\d{2})\)/g, (found, day: string) =>
      // Noon, so no time zone shifts the date.
      Number.isNaN(Date.parse(day)) ? found : `(${formatDate(`${day}T12:00:00`)})`,
    )
    .replaceAll(/\bSpeaker \d+\b/g, speakerName)

const keys = ['meeting', 'sales', 'support', 'interview', 'research'] as const
const builtIn = (name: string) => keys.find((key) => prompts.builtInNames[key] === name)

/** The name of a prompt, as also an analysis that was made with it holds. */
export function promptName(name: string): string {
  const key = builtIn(name)
  return key ? i18n.t(`prompts:builtInNames.${key}`) : name
}

type Described = { type: 'system' | 'custom'; name: string; description: string | null }

/** A prompt with name and description as they are shown. */
export function shownPrompt<P extends Described>(prompt: P): P {
  const key = prompt.type === 'system' ? builtIn(prompt.name) : undefined
  if (!key) return prompt
  return {
    ...prompt,
    name: i18n.t(`prompts:builtInNames.${key}`),
    description: i18n.t(`prompts:builtInTexts.${key}`),
  }
}
