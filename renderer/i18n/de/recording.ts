import type * as en from '../en/recording.ts'
import type { Texts } from '../texts.ts'

export const notes: Texts<typeof en.notes> = {
  title: 'Notizen',
  loading: 'Die Notizen werden geladen',
  failed: 'Die Notizen wurden nicht geladen',
  text: 'Notizen zu dieser Aufnahme',
  placeholder: 'Schreiben Sie etwas auf …',
  edit: 'Bearbeiten',
  done: 'Fertig',
  lines: 'Zeilen der Notizen',
  allLines_one: '{{count, number}} Zeile anzeigen',
  allLines_other: 'Alle {{count, number}} Zeilen anzeigen',
  leftOut: 'Was in Ihren Notizen fehlt',
  kinds: { decision: 'Entscheidung:', task: 'Aufgabe:', chapter: 'Kapitel:' },
  moments: 'Gemerkte Stellen',
  play: 'Ab {{time}} abspielen',
  read: 'Zu {{time}} springen',
  mark: 'Die laufende Stelle merken',
  label: 'Name der Stelle bei {{time}}',
  unnamed: 'Benennen',
  remove: 'Stelle bei {{time}} entfernen',
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  unsaved: 'Nicht gespeichert: {{reason}}',
  again: 'Erneut speichern',
}

export const talk: Texts<typeof en.talk> = {
  title: 'Gespräch',
  loading: 'Die Redeanteile werden gezählt',
  failed: 'Das wurde nicht geladen',
  nobody: 'Niemand hat gesprochen.',
  speakers: 'Sprecher',
  silence: '{{silence}} Stille',
  silenceAndOverlap: '{{silence}} Stille, {{overlap}} gleichzeitig gesprochen',
  pace_one: '{{count, number}} Wort pro Minute',
  pace_other: '{{count, number}} Wörter pro Minute',
  turns_one: '{{count, number}} Redebeitrag',
  turns_other: '{{count, number}} Redebeiträge',
  questions_one: '{{count, number}} Frage',
  questions_other: '{{count, number}} Fragen',
  interruptions_one: '{{count, number}} Unterbrechung',
  interruptions_other: '{{count, number}} Unterbrechungen',
  tones: {
    positive: 'positiver Ton',
    neutral: 'neutraler Ton',
    negative: 'negativer Ton',
  },
  monologue: 'längster Monolog {{length}}',
  readMonologue: '{{speaker}}, längster Monolog {{length}}: zu {{time}} springen',
  playMonologue: '{{speaker}}, längster Monolog {{length}}: ab {{time}} abspielen',
  from: 'Ab {{time}}',
  table: 'Wer wann sprach, als Tabelle',
  when: 'Wer wann sprach',
  columns: { from: 'Ab', tone: 'Ton' },
  read: 'Zu {{time}} springen',
  play: 'Ab {{time}} abspielen',
}

export const chapters: Texts<typeof en.chapters> = {
  title: 'Kapitel',
  list: 'Kapitel der Aufnahme',
  loading: 'Kapitel werden gesucht',
  failed: 'Die Kapitel konnten nicht geladen werden',
  untitled: 'Kapitel {{number}}',
}

export const waveform: Texts<typeof en.waveform> = {
  position: 'Stelle',
  positionOf: '{{position}} von {{duration}}',
  notes: 'Gemerkte Stellen in der Wellenform',
  note: 'Zur Marke bei {{time}}',
  noteCalled: 'Zu {{time}}: {{label}}',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
}
