import type { trash as source } from '../en/trash.ts'
import type { Texts } from '../texts.ts'

export const trash: Texts<typeof source> = {
  title: 'Papierkorb',
  about: 'Was Sie löschen, bleibt hier 30 Tage lang liegen. So lange können Sie es zurückholen.',
  loading: 'Papierkorb wird geladen',
  failed: 'Der Papierkorb ließ sich nicht laden',
  emptyTitle: 'Der Papierkorb ist leer',
  emptyText: 'Hier erscheinen Aufnahmen, Projekte und Prompts, die Sie löschen.',
  type: { content: 'Aufnahme', project: 'Projekt', prompt: 'Prompt' },
  from: 'aus {{project}}',
  expires: 'wird am {{date}} endgültig gelöscht',
  done: '„{{name}}“ liegt im Papierkorb',
  restore: 'Zurückholen',
  restoreOne: 'Zurückholen: {{name}}',
  restored: '{{name}} ist wieder da',
  delete: 'Endgültig löschen',
  deleteOne: 'Endgültig löschen: {{name}}',
  empty: 'Papierkorb leeren…',
  emptied: 'Der Papierkorb ist leer',
  question: {
    title: '„{{name}}“ endgültig löschen?',
    text: 'Mit allem, was daraus entstanden ist. Das lässt sich nicht rückgängig machen.',
    confirm: 'Endgültig löschen',
  },
  emptyQuestion: {
    title: 'Alles im Papierkorb endgültig löschen?',
    text: 'Mit allem, was daraus entstanden ist. Das lässt sich nicht rückgängig machen.',
    confirm: 'Papierkorb leeren',
  },
}
