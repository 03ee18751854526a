import type { ask as english } from '../en/ask.ts'
import type { Texts } from '../texts.ts'

export const ask: Texts<typeof english> = {
  project: 'Diese Aufnahmen befragen',
  recording: 'Diese Aufnahme befragen',
  library: 'Alle Aufnahmen befragen',
  label: 'Frage',
  example: 'Wann schicken wir den Vertrag?',
  followUp: 'Und wer hat das gesagt?',
  submit: 'Fragen',
  missing: 'Schreiben Sie zuerst eine Frage.',
  looking: 'Die Antwort wird gesucht',
  reading: 'Diese Stellen kommen am nächsten. Die Antwort wird geschrieben.',
  conversation: 'Gespräch',
  narrowed: {
    project: 'Nur Aufnahmen dieses Projekts',
    days: 'Nur Aufnahmen vom {{days}}',
    speakers: 'Nur Aufnahmen mit {{names}}',
  },
  failed: 'Die Frage wurde nicht beantwortet',
  announced_one: '{{answer}} Darunter {{count, number}} Zitat.',
  announced_other: '{{answer}} Darunter {{count, number}} Zitate.',
  quotes: 'Zitate',
  play: 'Ab {{time}} abspielen',
  read: 'Zu {{time}} springen',
  place: '{{name}}, {{time}}',
  answeredBy: 'Beantwortet von {{model}}',
  quoted: 'Von der eingebauten Suche gefunden, Wort für Wort',
  notFound: {
    project: 'In diesen Aufnahmen nicht gefunden',
    recording: 'In dieser Aufnahme nicht gefunden',
    adviceProject:
      'Keine Stelle sagt es mit Sicherheit. Versuchen Sie es mit den Worten, die gefallen sind, mit einer Sache auf einmal und in der Sprache der Aufnahme.',
    adviceRecording:
      'Keine Stelle sagt es mit Sicherheit. Versuchen Sie es mit den Worten, die gefallen sind, mit einer Sache auf einmal und in der Sprache der Aufnahme, oder befragen Sie das ganze Projekt.',
    search: 'Stattdessen nach den Wörtern suchen',
    closest: 'Diese Stellen kommen am nächsten. Keine beantwortet die Frage mit Sicherheit.',
  },
  clear: 'Neues Gespräch',
}
