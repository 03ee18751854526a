import type { parts as english } from '../en/parts.ts'
import type { Texts } from '../texts.ts'

export const parts: Texts<typeof english> = {
  undo: {
    label: 'Rückgängig',
    done: 'Es ist wieder da',
    failed:
      'Das ließ sich nicht rückgängig machen. Sie finden es im Papierkorb, unter Einstellungen.',
    close: 'Schließen',
  },
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  tryAgain: 'Erneut versuchen',
  showMore: 'Mehr anzeigen',
  add: 'Hinzufügen',
  speaker: 'Sprecher {{number}}',
  /** One of the recorder's that nobody has named; the time is a day and a time of day. */
  recordingOf: 'Aufnahme vom {{time}}',
  filter: {
    none: 'Filtern',
    set_one: 'Ein Filter',
    set_other: '{{count}} Filter',
    clear: 'Filter zurücksetzen',
  },
  breadcrumb: 'Übergeordnete Seiten',
  fault: {
    title: 'Auf dieser Seite ist ein Fehler aufgetreten',
    advice:
      'Ihre Aufnahmen sind davon nicht betroffen. Versuchen Sie es erneut, oder laden Sie das Fenster neu.',
  },
  secret: {
    note: 'Der Wert wird nur dieses eine Mal angezeigt. Bewahren Sie ihn sicher auf; er kann ersetzt, aber nicht noch einmal gelesen werden.',
    leave: {
      title: 'Schließen, ohne den Wert aufzubewahren?',
      text: 'Er wird nicht noch einmal angezeigt. Wenn Sie ihn noch nicht kopiert haben, gehen Sie zurück und holen Sie das nach.',
      confirm: 'Trotzdem schließen',
      back: 'Zurück',
    },
  },
  length: {
    seconds: '{{seconds}} Sek.',
    minutes: '{{minutes}} Min. {{seconds}} Sek.',
    hours: '{{hours}} Std. {{minutes}} Min.',
  },
  left: {
    soon: 'noch wenige Sekunden',
    aMinute: 'noch weniger als eine Minute',
    minutes_one: 'noch etwa {{count}} Minute',
    minutes_other: 'noch etwa {{count}} Minuten',
    hours_one: 'noch etwa {{count, number}} Stunde',
    hours_other: 'noch etwa {{count, number}} Stunden',
  },
  bytes_one: '{{count}} Byte',
  bytes_other: '{{count}} Byte',
  projects: {
    label: 'Projekte',
    description: 'Ohne Auswahl: alle Projekte',
    all: 'Alle Projekte',
  },
  speech: {
    language: 'Gesprochene Sprache',
    languageOf: 'Sprache: {{fallback}}',
    detect: 'Sprache erkennen',
    noLanguage: 'Keine Sprache mit diesem Namen',
    model: 'Modell für Sprache zu Text',
    modelAbout: 'Größere Modelle machen weniger Fehler und brauchen länger',
    modelOf: 'Modell: {{fallback}}',
  },
  model: {
    facts: '{{name}}: {{facts}}',
    notInstalled: 'nicht installiert, {{size}}',
    pace: 'hier {{times}}× Echtzeit',
    notMeasured: 'noch nicht gemessen',
    qualities: {
      basic: 'einfache Qualität',
      good: 'gute Qualität',
      better: 'bessere Qualität',
      high: 'hohe Qualität',
      best: 'beste Qualität',
    },
    speeds: { fastest: 'am schnellsten', fast: 'schnell', medium: 'mittel', slow: 'langsam' },
  },
  terms: {
    added_one: '{{count, number}} Begriff hinzugefügt',
    added_other: '{{count, number}} Begriffe hinzugefügt',
    tooMany_one: '{{count, number}} Begriff ist eingetragen; höchstens {{most}} sind möglich.',
    tooMany_other: '{{count, number}} Begriffe sind eingetragen; höchstens {{most}} sind möglich.',
    addOne: 'Begriff hinzufügen',
    addMany_one: '{{count, number}} Begriff hinzufügen',
    addMany_other: '{{count, number}} Begriffe hinzufügen',
    paste: 'Liste einfügen',
    file: 'Textdatei mit Begriffen',
    import: 'Textdatei importieren',
    none: 'Noch keine Begriffe. Tragen Sie Namen von Personen, Produkten und Orten ein, von denen in Ihren Aufnahmen die Rede ist.',
    spelling: 'Richtige Schreibweise',
    heardAs: 'Oft falsch verstanden als (mit Kommas getrennt)',
    remove: 'Entfernen',
    removeOne: '{{name}} entfernen',
    numbered: 'Begriff {{number}}',
    spellingOf: 'Richtige Schreibweise von Begriff {{number}}',
    heardOf: 'Wie {{name}} falsch verstanden wird',
    pasteLabel: 'Ein Begriff je Zeile',
    pasteAbout:
      'Hinter einem Doppelpunkt, wie er falsch verstanden wird: Kubernetes: kuber netes, kuper nettis',
  },
}
