/** The languages with a wording. */
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'
import { unknownWording, type Wording } from './wording.ts'

const known: Readonly<Record<string, Wording>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
}

export function wordingFor(language: string): Wording {
  return known[language.toLowerCase().slice(0, 2)] ?? unknownWording
}
