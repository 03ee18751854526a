import type { ask as english } from '../en/ask.ts'
import type { Texts } from '../texts.ts'

export const ask: Texts<typeof english> = {
  project: 'Diese Aufnahmen befragen',
  recording: 'Diese Aufnahme befragen',
  label: 'Frage',
  example: 'Wann schicken wir den Vertrag?',
  submit: 'Fragen',
  missing: 'Schreiben Sie zuerst eine Frage.',
  looking: 'Die Antwort wird gesucht',
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
  history: {
    title: 'Schon gefragt',
    again: 'Noch einmal fragen: {{question}}',
    clear: 'Leeren',
  },
}
