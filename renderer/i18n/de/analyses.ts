import type { analyses as english } from '../en/analyses.ts'
import type { Texts } from '../texts.ts'

export const analyses: Texts<typeof english> = {
  title: 'Analyse',
  prompt: 'Prompt',
  answered: '{{name}} ✓',
  run: 'Starten',
  again: 'Noch einmal',
  none: {
    ready: 'Noch nicht analysiert',
    readyText:
      'Wählen Sie einen Prompt und starten Sie ihn: Er liest das Transkript auf diesem Rechner und füllt seine Felder aus.',
    waiting: 'Noch nicht möglich',
    waitingText: 'Eine Analyse liest das Transkript; sie kann beginnen, sobald es da ist.',
  },
  failed: 'Die Analyse ist gescheitert',
  failedCause: 'Sie ist gescheitert.',
  queued: 'Wartet auf die Analyse',
  processing: 'Das Transkript wird gelesen',
  progress: 'Fortschritt der Analyse',
  inWork: '{{name}} ist in Arbeit',
  cancel: 'Analyse abbrechen',
  cancelled: 'Die Analyse wurde abgebrochen',
  /** Shown when a later run has no result (yet). */
  before: {
    cancelled: 'Der letzte Lauf wurde abgebrochen.',
    failed: 'Der letzte Lauf ist gescheitert',
    shown: 'Gezeigt wird das letzte Ergebnis: Version {{version}} vom {{date}}.',
  },
  outdated: 'Aus einer älteren Version des Transkripts entstanden.',
  analyseAgain: 'Neu analysieren',
  origin: {
    answeredBy: 'Beantwortet von',
    unknown: 'unbekannt',
    found: 'In der Aufnahme gefunden',
    notChecked: 'nicht geprüft',
    share: '{{percent}} % des Geschriebenen',
    read: 'Gelesen',
    readShare: '{{percent}} % des Transkripts',
    language: 'Sprache',
    made: 'Erstellt',
    madeAt: '{{date}}, Version {{version}}',
    madeIn: '{{date}}, in {{seconds}} s, Version {{version}}',
  },
  partlyRead:
    'Nur {{percent}} % des Transkripts wurden gelesen: Die Aufnahme ist zu lang für dieses Modell. Was hier fehlt, kann trotzdem gesagt worden sein.',
  marked:
    'Was als „nicht in der Aufnahme gefunden“ gekennzeichnet ist, wurde geschrieben, ohne dass es jemand in solchen Worten gesagt hat. Hören Sie nach, bevor Sie sich darauf verlassen.',
  notFound: 'nicht in der Aufnahme gefunden',
  blank: 'Nichts gefunden.',
  needsModel: {
    field: 'Braucht ein Sprachmodell',
    note: 'Die eingebaute Auswertung kann nicht alle Felder dieses Prompts beantworten: Sie zitiert, was gesagt wurde, und findet das meiste nur auf Englisch.',
    install: 'Sprachmodell installieren oder verbinden',
  },
  yes: 'Ja',
  no: 'Nein',
  play: 'Diese Stelle abspielen: {{speaker}}',
  playAt: 'Diese Stelle abspielen: {{time}}, {{speaker}}',
  read: 'Diese Stelle lesen: {{time}}, {{speaker}}',
  copy: {
    text: 'Als Text kopieren',
    json: 'Als JSON kopieren',
    done: 'Das Ergebnis ist kopiert',
    failed:
      'Das Ergebnis konnte nicht kopiert werden. Markieren Sie den Text und kopieren Sie ihn selbst.',
  },
  help: {
    model_missing:
      'Das Sprachmodell fehlt. Installieren Sie es auf der Seite „Modelle“, oder wählen Sie dort ein anderes, und versuchen Sie es dann noch einmal.',
    model_server_failed:
      'Das Programm mit dem Sprachmodell läuft nicht, ist überlastet oder hat abgelehnt. Starten Sie es und versuchen Sie es dann noch einmal.',
    schema_not_satisfied:
      'Das Modell hat sich nicht an das Ausgabeschema des Prompts gehalten. Vereinfachen Sie das Schema oder verwenden Sie ein größeres Modell.',
    out_of_memory:
      'Der Arbeitsspeicher dieses Rechners reichte nicht. Schließen Sie andere Programme oder verwenden Sie ein kleineres Modell.',
    engine_timeout:
      'Es hat zu lange gedauert. Mit einer kürzeren Aufnahme oder einem kleineren Modell geht es besser.',
    engine_crashed: 'Der Prozess des Modells endete unerwartet. Ein zweiter Versuch hilft oft.',
    cancelled: 'Sie wurde angehalten, bevor sie fertig war.',
    other: 'Versuchen Sie es noch einmal; das Transkript ist davon nicht betroffen.',
  },
  /** Fields and choices of the built-in prompts; those of other prompts are shown unchanged. */
  names: {
    summary: 'Zusammenfassung',
    sentiment: 'Stimmung',
    key_topics: 'Hauptthemen',
    key_points: 'Kernpunkte',
    action_items: 'Aufgaben',
    decisions: 'Entscheidungen',
    questions: 'Fragen',
    deal_probability: 'Abschlusschance',
    objections: 'Einwände',
    topic: 'Thema',
    concern: 'Bedenken',
    response: 'Antwort',
    issue: 'Problem',
    resolution: 'Lösung',
    status: 'Status',
    steps_taken: 'Unternommene Schritte',
    follow_ups: 'Zusagen',
    experience: 'Erfahrung',
    strengths: 'Stärken',
    concerns: 'Bedenken',
    findings: 'Erkenntnisse',
    pain_points: 'Schwierigkeiten',
    requests: 'Wünsche',
    quotes: 'Zitate',
    positive: 'Positiv',
    neutral: 'Neutral',
    negative: 'Negativ',
    mixed: 'Gemischt',
    resolved: 'Gelöst',
    escalated: 'Weitergegeben',
    open: 'Offen',
  },
}
