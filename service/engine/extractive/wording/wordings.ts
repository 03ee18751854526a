/** The languages with a wording. */
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { spanish } from './spanish.ts'
import type { Wording } from './wording.ts'
import { never } from './wording.ts'

const known: Readonly<Record<string, Wording>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
}

/** For other languages, only punctuation is evaluated. */
const other: Wording = {
  fillers: null,
  cues: [],
  doing: never,
  solid: never,
  noTask: never,
  reported: never,
  asksForStory: never,
  accepts: never,
  refuses: never,
  done: never,
  takesOn: never,
  cancels: never,
  defers: never,
  leavesOpen: never,
  social: never,
  smallTalk: never,
  objection: never,
  noObjection: never,
  sympathy: never,
  problem: never,
  noProblem: never,
  need: never,
  decision: never,
}

export function wordingFor(language: string): Wording {
  return known[language.toLowerCase().slice(0, 2)] ?? other
}
