import type { voices as english } from '../en/voices.ts'
import type { Texts } from '../texts.ts'

export const voices: Texts<typeof english> = {
  list: 'Gemerkte Stimmen',
  loading: 'Stimmen werden geladen',
  failed: 'Die Stimmen konnten nicht geladen werden',
  none: 'Noch ist keine Stimme gemerkt. Benennen Sie in einer Aufnahme eine Person, dann erscheint ihre Stimme hier.',
  facts_one: '{{length}} in {{count}} Aufnahme, zuletzt {{date}}',
  facts_other: '{{length}} in {{count}} Aufnahmen, zuletzt {{date}}',
  forget: 'Vergessen',
  forgetOne: '{{name}} vergessen',
  forgetAll: 'Alle vergessen',
  forgotten: '{{name}} ist vergessen',
  allForgotten: 'Alle Stimmen sind vergessen',
  again: '{{cause}} Versuchen Sie es noch einmal.',
  question: {
    title: 'Alle Stimmen dieses Projekts vergessen?',
    confirm: 'Alle Stimmen vergessen',
    text: 'Spätere Aufnahmen schlagen keine Namen vor, bis Personen wieder benannt werden. Namen in vorhandenen Aufnahmen bleiben.',
  },
}
