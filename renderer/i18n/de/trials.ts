import type { trials as english } from '../en/trials.ts'
import type { Texts } from '../texts.ts'

export const trials: Texts<typeof english> = {
  title: 'An einer Aufnahme ausprobieren',
  about:
    'Führt den Prompt so aus, wie er war, als Sie das Ausprobieren wählten; wählen Sie es nach einer Änderung noch einmal. Nichts wird gespeichert, und das Ergebnis wird nach einem Tag gelöscht.',
  project: 'Projekt',
  recording: 'Aufnahme',
  try: 'Ausprobieren',
  cancel: 'Abbrechen',
  none: 'In diesem Projekt ist keine Aufnahme transkribiert.',
  failed: 'Der Versuch ist fehlgeschlagen',
  noCause: 'Er ist fehlgeschlagen.',
  reading: 'Das Transkript wird gelesen',
  waiting: 'In der Warteschlange',
  progress: 'Fortschritt des Versuchs',
}
