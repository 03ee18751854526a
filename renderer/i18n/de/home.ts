import type { home as english } from '../en/home.ts'
import type { Texts } from '../texts.ts'

export const home: Texts<typeof english> = {
  title: 'Start',
  start: 'Aufnahme hinzufügen',
  record: 'Jetzt aufnehmen',
  goOn: 'Zurück zur Aufnahme',
  into: 'In das Projekt',
  options: 'Optionen',
  firstProject: 'Meine Aufnahmen',
  noProject: 'Das Projekt konnte nicht angelegt werden: {{cause}}',
  add: 'Aufnahmen hierher ziehen',
  work: {
    title: 'Wird transkribiert',
    more_one: '{{count}} weitere wartet',
    more_other: '{{count}} weitere warten',
    analyses_one: '{{count}} Analyse wird geschrieben',
    analyses_other: '{{count}} Analysen werden geschrieben',
    all: 'Warteschlange',
  },
  recent: {
    title: 'Neueste Aufnahmen',
    loading: 'Aufnahmen werden geladen',
    failed: 'Die Aufnahmen konnten nicht geladen werden',
    speakers_one: '{{count}} Person',
    speakers_other: '{{count}} Personen',
    others: '{{names}} und {{count}} weitere',
    tasks_one: '{{count}} offene Aufgabe',
    tasks_other: '{{count}} offene Aufgaben',
    import: 'Übernommenes Transkript',
  },
  tasks: {
    title: 'Aufgaben',
    all: 'Alle Aufgaben',
    loading: 'Aufgaben werden geladen',
    failed: 'Die Aufgaben konnten nicht geladen werden: {{cause}}',
    none: 'Nichts zu tun. Was jemand in einer Aufnahme übernimmt, steht hier.',
    notSaved: 'Es wurde nicht gespeichert: {{cause}}',
  },
  empty: {
    title: 'Ihre erste Aufnahme',
    text: 'Nehmen Sie ein Gespräch auf, oder ziehen Sie eine Datei hierher. Daraus werden auf diesem Gerät Text, Zusammenfassung und Aufgaben, und nichts verlässt es.',
    sample: 'Beispielgespräch öffnen',
    failed: 'Das Beispielgespräch konnte nicht hinzugefügt werden: {{cause}}',
  },
}
