import type { palette as english } from '../en/palette.ts'
import type { Texts } from '../texts.ts'

export const palette: Texts<typeof english> = {
  title: 'Suchen und ausführen',
  field: 'Aufnahmen, Wörter und Aktionen suchen',
  placeholder: 'Aufnahme, Wort oder Aktion suchen …',
  list: 'Gefundenes',
  looking: 'Suche läuft …',
  nothing:
    'Kein Name und keine Aktion passt, und niemand hat es gesagt. Die Eingabetaste durchsucht alles, auch die Analysen.',
  failed: 'Die Suche hat nicht geantwortet.',
  again: 'Erneut suchen',
  allFor: 'Alle Treffer für „{{words}}“',
  count_one: '{{count}} Treffer',
  count_other: '{{count}} Treffer',
  groups: {
    recent: 'Zuletzt geöffnet',
    recordings: 'Aufnahmen',
    said: 'Gesagt',
    projects: 'Projekte',
    actions: 'Aktionen',
    places: 'Seiten und Einstellungen',
    all: 'Suche',
  },
  keys: { move: 'bewegen', open: 'öffnen', close: 'schließen' },
  commands: {
    transcribe: 'Erneut transkribieren …',
    export: 'Exportieren …',
    record: 'Aufnehmen',
    newProject: 'Neues Projekt',
    newPrompt: 'Neuer Prompt',
    goTo: 'Gehe zu {{place}}',
    searchPage: 'Suchseite',
    dark: 'Dunkle Darstellung',
    light: 'Helle Darstellung',
    auto: 'Farben wie das System',
    language: 'Sprache: {{name}}',
  },
  keywords: {
    transcribe: 'Transkription wiederholen Sprache Modell',
    export: 'herunterladen speichern kopieren Untertitel srt vtt docx txt',
    record: 'Mikrofon Aufnahme starten',
    newProject: 'anlegen hinzufügen Ordner',
    newPrompt: 'anlegen hinzufügen Analyse Anweisung',
    scheme: 'Design Farben hell dunkel Modus Aussehen',
    language: 'Sprache language',
  },
}
