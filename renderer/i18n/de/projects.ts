import type * as en from '../en/projects.ts'
import type { Texts } from '../texts.ts'

export const projects: Texts<typeof en.projects> = {
  title: 'Projekte',
  one: 'Projekt',
  recordings_one: '{{count, number}} Aufnahme',
  recordings_other: '{{count, number}} Aufnahmen',
  cancel: 'Abbrechen',
  save: 'Speichern',
  list: {
    project: 'Projekt',
    recordings: 'Aufnahmen',
    latest: 'Letzte Aufnahme',
    created: 'Angelegt',
    none: 'Noch keine',
    loading: 'Projekte werden geladen',
    notLoaded: 'Die Projekte wurden nicht geladen',
    firstTitle: 'Legen Sie Ihr erstes Projekt an',
    firstText:
      'Ein Projekt enthält Aufnahmen, die zusammengehören: ein Kunde, ein Team, eine Studie. Legen Sie eines an, und ziehen Sie dann Ihre Aufnahmen hinein.',
  },
  page: {
    notLoaded: 'Das Projekt wurde nicht geladen',
    loading: 'Das Projekt wird geladen',
    autoAnalyze: 'Analysiert jede neue Aufnahme',
    ask: 'Fragen',
    record: 'Aufnehmen',
    insights: 'Erkenntnisse',
    settings: 'Einstellungen',
    delete: 'Löschen',
    saved: 'Die Einstellungen sind gespeichert',
  },
  new: { title: 'Neues Projekt', create: 'Projekt anlegen' },
  form: {
    name: 'Name',
    description: 'Beschreibung',
    prompt: 'Standard-Prompt',
    promptNote: 'Gilt, wo für eine Analyse kein anderer gewählt ist',
    promptUsual: 'Der Standard der Organisation',
    promptClear: 'Den Standard der Organisation verwenden',
    autoAnalyze: 'Jede neue Aufnahme analysieren',
    autoAnalyzeNote: 'Führt den Standard-Prompt aus, sobald ein Transkript da ist',
  },
  settings: {
    title: 'Projekteinstellungen',
    wrong: 'Etwas unter „{{tab}}“ wurde nicht angenommen.',
    tabs: {
      general: 'Allgemein',
      speech: 'Sprache',
      vocabulary: 'Vokabular',
      voices: 'Stimmen',
      folders: 'Ordner',
    },
    detect: 'Automatisch erkennen',
    modelUsual: 'Der Standard: {{name}}',
    modelDefault: 'Der Standard',
    translate: 'Ins Englische übersetzen',
    translateNote: 'Transkripte werden englisch geschrieben, was auch immer gesprochen wird',
    speechNote:
      'Dies gilt für Aufnahmen, die ab jetzt hinzukommen. Andere können erneut transkribiert werden.',
    vocabularyNote:
      'Die Spracherkennung bekommt diese Wörter als Hinweise, und ihre Fehlschreibungen werden berichtigt. Sie gehen denen der Organisation vor und gelten für alles, was ab jetzt transkribiert wird.',
    voices: 'Stimmen merken',
    voicesNote: 'Schlägt in späteren Aufnahmen dieses Projekts Namen der Sprecher vor',
    voicesAbout:
      'Wenn Sie jemanden benennen, merkt sich Earshot zum Namen eine Liste von Zahlen, die sagt, wie die Stimme klingt: keinen Ton, und nichts, woraus man sie abspielen könnte. Sie bleibt auf diesem Rechner und in diesem Projekt, und über jeden Vorschlag entscheiden Sie. Fragen Sie die Menschen, die Sie aufnehmen.',
    voicesForget: 'Beim Speichern werden alle Stimmen dieses Projekts endgültig vergessen.',
  },
  folders: {
    about:
      'Aufnahmen, die in diesen Ordnern erscheinen, kommen in dieses Projekt, solange Earshot läuft. Die Dateien selbst bleiben, wo sie sind.',
    none: 'Für dieses Projekt wird kein Ordner beobachtet.',
    loading: 'Die Ordner werden geladen',
    add: 'Einen Ordner beobachten …',
    remove: '{{path}} nicht mehr beobachten',
    imported_one: 'Eine Aufnahme kam von hier',
    imported_other: '{{count, number}} Aufnahmen kamen von hier',
  },
}

export const voices: Texts<typeof en.voices> = {
  list: 'Gemerkte Stimmen',
  loading: 'Stimmen werden geladen',
  failed: 'Die Stimmen konnten nicht geladen werden',
  none: 'Noch ist keine Stimme gemerkt. Benennen Sie in einer Aufnahme eine Person, dann erscheint ihre Stimme hier.',
  facts_one: '{{length}} in {{count}} Aufnahme, zuletzt {{date}}',
  facts_other: '{{length}} in {{count}} Aufnahmen, zuletzt {{date}}',
  forget: 'Vergessen',
  forgetOne: '{{name}} vergessen',
  forgetAll: 'Alle vergessen',
  forgotten: '{{name}} ist vergessen',
  allForgotten: 'Alle Stimmen sind vergessen',
  again: '{{cause}} Versuchen Sie es noch einmal.',
  question: {
    title: 'Alle Stimmen dieses Projekts vergessen?',
    confirm: 'Alle Stimmen vergessen',
    text: 'Spätere Aufnahmen schlagen keine Namen vor, bis Personen wieder benannt werden. Namen in vorhandenen Aufnahmen bleiben.',
  },
}
