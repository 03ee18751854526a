import type { search as english } from '../en/search.ts'
import type { Texts } from '../texts.ts'

export const search: Texts<typeof english> = {
  title: 'Suche',
  search: 'Suchen',
  ask: 'Fragen',
  words: 'Wörter oder eine „Wortfolge“',
  project: 'Projekt',
  allProjects: 'Alle Projekte',
  state: 'Zustand',
  allStates: 'Alle Zustände',
  states: {
    uploaded: 'Wartet',
    processing: 'In Arbeit',
    completed: 'Fertig',
    failed: 'Fehlgeschlagen',
  },
  speaker: 'Sprecher',
  allSpeakers: 'Alle Sprecher',
  noSpeaker: 'Kein Sprecher dieses Namens',
  from: 'Hinzugefügt ab',
  to: 'Hinzugefügt bis',
  nothingAsked: 'Finden Sie, was gesagt wurde',
  nothingAskedAbout:
    'Durchsucht werden Namen, Transkripte und Analysen aller Aufnahmen. Strg K, auf dem Mac Befehl K, findet von überall Aufnahmen, Wörter und Aktionen.',
  hits_one: '{{count, number}} Treffer für {{words}}',
  hits_other: '{{count, number}} Treffer für {{words}}',
  failed: 'Die Suche ist fehlgeschlagen',
  looking: 'Suche läuft',
  nothingYet: 'Nichts in den neuesten Aufnahmen',
  nothingYetAbout: 'Ältere werden gerade durchsucht.',
  nothing: 'Nichts gefunden für „{{words}}“',
  nothingAbout:
    'Versuchen Sie es mit weniger oder anderen Wörtern. Eine Aufnahme ist zu finden, sobald ihr Transkript fertig ist.',
  operators: 'Was in "Anführungszeichen" steht, muss genau so vorkommen; -Wort lässt eines aus.',
  everywhere: 'Überall suchen',
  playFrom: 'Abspielen ab',
}
