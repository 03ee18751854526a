import type { verification as english } from '../en/verification.ts'
import type { Texts } from '../texts.ts'

export const verification: Texts<typeof english> = {
  title: 'Bibliothek prüfen',
  about:
    'Sucht nach Schäden durch eine defekte Festplatte: in allem, was gespeichert ist, und in jeder Aufnahme. ' +
    'Die Aufnahmen brauchen die meiste Zeit. Sie können weiterarbeiten.',
  aboutRecordings:
    'Vergleicht jede Aufnahme mit dem, was hochgeladen wurde. Alles andere liegt auf einem Datenbankserver, ' +
    'der das selbst prüft. Sie können weiterarbeiten.',
  loading: 'Die letzte Prüfung wird geladen',
  unread: 'Die letzte Prüfung konnte nicht geladen werden',
  start: 'Jetzt prüfen',
  stop: 'Prüfung abbrechen',
  waiting: 'Die Prüfung beginnt',
  steps: {
    rows: 'Einträge werden gezählt',
    indexes: 'Verzeichnisse werden verglichen',
    tables: 'Alle Einträge werden gelesen',
    recordings: 'Aufnahmen werden verglichen',
  },
  never: 'Die Bibliothek wurde noch nicht geprüft.',
  sound: 'Nichts ist beschädigt. Geprüft: {{when}}.',
  found: 'Die Prüfung vom {{when}} hat Schäden gefunden:',
  cancelled: 'Die letzte Prüfung wurde abgebrochen.',
  failed:
    'Die letzte Prüfung konnte nicht beendet werden. Prüfen Sie noch einmal; schlägt es wieder fehl, steht der Grund im Protokoll.',
  more_one: 'und {{count}} weiterer',
  more_other: 'und {{count}} weitere',
  kinds: {
    rebuilt: '{{name}}: Schaden behoben, nichts ist verloren',
    lost: '{{name}}: Einträge sind verloren oder nicht lesbar',
    recording_damaged: '{{name}}: Die Datei wurde verändert',
    recording_missing: '{{name}}: Die Datei ist verschwunden',
  },
  parts: {
    recordings: 'Liste der Aufnahmen',
    transcripts: 'Transkripte',
    projects: 'Projekte',
    notes: 'Notizen',
    analyses: 'Analysen',
    actions: 'Aufgaben',
    insights: 'Erkenntnisse',
    prompts: 'Prompts',
    search: 'Suche und Fragen',
    voices: 'Gemerkte Stimmen',
    settings: 'Einstellungen',
    keys: 'API-Schlüssel',
    members: 'Mitglieder',
    webhooks: 'Ereignisse und Webhooks',
    notices: 'Meldungen',
    audit: 'Prüfprotokoll',
    work: 'Laufende Arbeit',
    database: 'Verwaltung der Bibliothek',
  },
}
