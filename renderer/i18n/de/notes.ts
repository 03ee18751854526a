import type { notes as english } from '../en/notes.ts'
import type { Texts } from '../texts.ts'

export const notes: Texts<typeof english> = {
  title: 'Notizen',
  loading: 'Die Notizen werden geladen',
  failed: 'Die Notizen wurden nicht geladen',
  text: 'Notizen zu dieser Aufnahme',
  placeholder: 'Schreiben Sie etwas auf …',
  moments: 'Gemerkte Stellen',
  play: 'Ab {{time}} abspielen',
  mark: 'Die laufende Stelle merken',
  label: 'Name der Stelle bei {{time}}',
  unnamed: 'Benennen',
  remove: 'Stelle bei {{time}} entfernen',
  saved: 'Gespeichert',
  saving: 'Wird gespeichert …',
  unsaved: 'Nicht gespeichert: {{reason}}',
  again: 'Erneut speichern',
}
