import { languageName } from '../../core/language-name.ts'
import { toDay } from '../../core/time.ts'
import { fillPlaceholders } from '../../client/prompt-placeholders.ts'

/** What the placeholders stand for. */
export type PromptFacts = {
  filename: string
  durationSeconds: number | null
  /** ISO 639-1 code. */
  language: string
  speakers: readonly string[]
  projectName: string
  recordedAt: Date
}

/**
 * The instructions of an analysis: the template with everything filled in but the transcript, which
 * the writer sets last, as data. Values are data too: they stay on their line and cannot hold a
 * placeholder of their own (reliability.md A-9).
 */
export function renderPrompt(template: string, facts: PromptFacts): string {
  return fillPlaceholders(template, {
    filename: toValue(facts.filename),
    duration: toDuration(facts.durationSeconds),
    language: languageName(facts.language) ?? 'unknown',
    speakers: toValue(facts.speakers.join(', ')),
    project_name: toValue(facts.projectName),
    date: toDay(facts.recordedAt),
  })
}

const toValue = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\{(?=\{)/g, '{ ')
    .replaceAll(/\}(?=\})/g, '} ')
    .trim()
    .slice(0, 300) || 'unknown'

/** For example 1 h 2 min, 3 min 20 s, 45 s. */
export function toDuration(seconds: number | null): string {
  if (seconds === null) return 'unknown'
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes > 0) return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
  return `${rest} s`
}
