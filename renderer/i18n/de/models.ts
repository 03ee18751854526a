import type { models as english } from '../en/models.ts'
import type { Texts } from '../texts.ts'

export const models: Texts<typeof english> = {
  title: 'Modelle',
  about:
    'Installierte Modelle laufen auf diesem Gerät und sonst nirgends. Dieses Gerät: {{memory}} Arbeitsspeicher, {{cores}}.',
  managed:
    'Modelle installiert, wer den Server betreibt. Admins wählen unter denen, die installiert sind.',
  onGpu: 'Sprache wird auf {{name}} transkribiert.',
  gpuFailed: '{{name}} hat versagt; bis zum nächsten Start transkribiert der Prozessor.',
  graphics: {
    writesOn: 'Sprachmodelle arbeiten auf {{name}}.',
    failed:
      '{{name}} hat versagt; bis zu einem neuen Treiber arbeiten Sprachmodelle auf dem Prozessor. Verloren ging nichts.',
    unnamed: 'Die Grafikkarte',
    tryAgain: 'Noch einmal versuchen',
  },
  add: {
    title: 'Ein anderes Modell nach Namen',
    name: 'Name auf dem Hub',
    about:
      'Besitzer, Repository und Datei eines Modells in GGUF auf Hugging Face. Größe, Lizenz und Prüfsumme werden zuerst gelesen und gezeigt; sonst wird nichts gesendet.',
    submit: 'Nachsehen',
    added: '{{name}} steht in der Liste',
  },
  cores_one: '{{count}} Kern',
  cores_other: '{{count}} Kerne',
  loading: 'Modelle werden geladen',
  failed: 'Die Modelle konnten nicht geladen werden',
  speech: {
    title: 'Sprache zu Text',
    about:
      'Größere Modelle machen weniger Fehler und brauchen länger. Aufnahmen nutzen das voreingestellte, wenn ihr Projekt kein anderes nennt.',
  },
  language: {
    title: 'Sprachmodelle',
    about:
      'Sie analysieren Aufnahmen nach Ihren Prompts. Ohne eines tut das die eingebaute Analyse sofort: Sie zitiert, was gesagt wurde, und sagt, welche Felder ein Sprachmodell brauchen.',
  },
  speakers: {
    title: 'Stimmen und Pausen',
    about: 'Sie finden Sprache und unterscheiden die Personen einer Aufnahme.',
  },
  meaning: {
    title: 'Bedeutung',
    about:
      'Damit finden Fragen auch, was mit anderen Worten gesagt wurde. Es liest die Aufnahmen seiner Sprachen einmal, im Hintergrund.',
  },
  recommended: {
    fast: 'Schnell',
    balanced: 'Ausgewogen',
    best: 'Das beste für dieses Gerät',
  },
  more: 'Weitere: Stimmen, Pausen und Bedeutung',
  moreLanguage_one: '{{count}} weiteres Sprachmodell',
  moreLanguage_other: '{{count}} weitere Sprachmodelle',
  size: 'Download: {{size}}',
  sizeUnknown: 'Größe nennt der Hub vor dem Laden',
  sizeHere: '{{size}} auf der Festplatte',
  memory: '{{size}} Arbeitsspeicher in Gebrauch',
  licence: 'Lizenz {{name}}',
  languagesMany: 'Viele Sprachen',
  languagesSome: 'Sprachen: {{list}}',
  minutesPerHour:
    '{{minutes}} Minuten je aufgenommener Stunde auf diesem Gerät, gemessen ({{pace}} Tokens je Sekunde)',
  pace_one: '{{times}}× Echtzeit auf diesem Gerät, gemessen an {{count}} Aufnahme',
  pace_other: '{{times}}× Echtzeit auf diesem Gerät, gemessen an {{count}} Aufnahmen',
  speeds: { fastest: 'am schnellsten', fast: 'schnell', medium: 'mittelschnell', slow: 'langsam' },
  qualities: {
    basic: 'einfache Qualität',
    good: 'gute Qualität',
    better: 'bessere Qualität',
    high: 'hohe Qualität',
    best: 'beste Qualität',
  },
  figures: {
    title: 'Hier gemessen',
    builtIn: 'Eingebaute Analyse',
    measured_one: 'Gemessen an {{count}} Besprechung, {{date}}',
    measured_other: 'Gemessen an {{count}} Besprechungen, {{date}}',
    tasks: 'Aufgaben: {{shares}}',
    decisions: 'Entscheidungen: {{shares}}',
    questions: 'Offene Fragen: {{shares}}',
    right: '{{share}} richtig',
    found: '{{share}} gefunden',
    none: 'keine genannt',
    summary: 'Zusammenfassung: {{own}} der Wörter stimmen überein (LexRank {{lexrank}})',
    pace: '{{seconds}} s für eine Stunde Gespräch',
    about:
      'Verglichen wird mit Notizen von Menschen. Richtig: von dem, was das Modell nennt. Gefunden: von dem, was in den Notizen steht.',
  },
  projects_one: 'Von {{count}} Projekt genutzt',
  projects_other: 'Von {{count}} Projekten genutzt',
  isDefault: 'Voreingestellt',
  inUse: 'In Gebrauch',
  status: {
    missing: 'Nicht installiert',
    installing: 'Wird installiert',
    verifying: 'Wird geprüft',
    installed: 'Installiert',
    damaged: 'Beschädigt',
  },
  fits: {
    good: 'Passt zu diesem Gerät',
    slow: 'Hier langsam: weniger als 4 Kerne',
    tight: 'Hier knapp: {{size}} Arbeitsspeicher empfohlen',
    too_large: 'Zu groß für dieses Gerät',
  },
  damaged:
    'Die Datei ist nicht, was sie sein soll, und wird deshalb nicht geladen. Installieren Sie sie neu.',
  partial: '{{received}} von {{total}} sind schon da. Die Installation geht dort weiter.',
  progress: '{{received}} von {{total}}',
  progressPace: '{{received}} von {{total}}, {{pace}} pro Sekunde, {{left}}',
  progressOf: 'Fortschritt von {{name}}',
  verifiedAt: 'Geprüft: {{when}}',
  problem: {
    insufficient_storage:
      'Auf der Festplatte ist zu wenig Platz. Schaffen Sie Platz und installieren Sie es dann noch einmal.',
    unreachable:
      'Der Server ist nicht erreichbar. Prüfen Sie das Netz und installieren Sie es dann noch einmal: Es geht dort weiter, wo es stehen blieb.',
    not_offered: 'Der Server bietet diese Datei nicht an. Versuchen Sie es später noch einmal.',
    access_required:
      'Der Hub gibt dieses Modell nur an Angemeldete, die seine Bedingungen annehmen, oder hat es nicht mehr. Wählen Sie ein anderes.',
    wrong_format:
      'Die Datei ist kein GGUF, und andere Formate kann Earshot nicht lesen. Wählen Sie eine andere.',
    wrong_file:
      'Was ankam, ist nicht die erwartete Datei; sie wurde gelöscht. Versuchen Sie es noch einmal. Wiederholt es sich, verändert etwas zwischen hier und dem Server die Dateien.',
    failed: 'Es konnte nicht installiert werden.',
  },
  details: 'Einzelheiten',
  install: 'Installieren',
  installOne: '{{name}} installieren',
  resume: 'Fortsetzen',
  resumeOne: 'Installation von {{name}} fortsetzen',
  reinstall: 'Neu installieren',
  reinstallOne: 'Neu installieren: {{name}}',
  cancel: 'Abbrechen',
  cancelOne: 'Installation von {{name}} abbrechen',
  verify: 'Prüfen',
  verifyOne: '{{name}} prüfen',
  remove: 'Entfernen',
  removeOne: '{{name}} entfernen',
  choose: 'Voreinstellen',
  chooseOne: '{{name}} voreinstellen',
  removal: {
    title: '{{name}} entfernen?',
    text: 'Das macht {{size}} frei. Über das Netz kann es jederzeit wieder installiert werden.',
    projects_one:
      '{{count}} Projekt transkribiert damit. Neue Aufnahmen dort schlagen fehl, bis es wieder da ist oder ein anderes Modell gewählt wird.',
    projects_other:
      '{{count}} Projekte transkribieren damit. Neue Aufnahmen dort schlagen fehl, bis es wieder da ist oder ein anderes Modell gewählt wird.',
    confirm: 'Modell entfernen',
  },
  said: {
    started: '{{name}} wird installiert',
    cancelled: 'Installation von {{name}} abgebrochen',
    installed: '{{name}} ist installiert',
    removed: '{{name}} ist entfernt',
    verified: '{{name}} ist in Ordnung',
    damaged: '{{name}} ist beschädigt',
    chosen: '{{name}} ist voreingestellt',
  },
  automatic: 'Automatisch wählen',
  automaticAbout: 'Genutzt wird das größte installierte Sprachmodell, das zu diesem Gerät passt.',
}
