import type { recorder as english } from '../en/recorder.ts'
import type { Texts } from '../texts.ts'

export const recorder: Texts<typeof english> = {
  title: 'Aufnehmen',
  nav: { record: 'Aufnehmen', key: 'Taste R' },
  setup: {
    name: 'Name',
    project: 'Projekt',
    noProject: 'Eine Aufnahme liegt in einem Projekt. Legen Sie zuerst eines an.',
    noProjectTitle: 'Noch kein Projekt',
    loading: 'Die Projekte werden geladen',
    failed: 'Die Projekte wurden nicht geladen',
    makeProject: 'Zu den Projekten',
    microphone: 'Mikrofon',
    systemMicrophone: 'Standard des Systems',
    unnamed: 'Andere Mikrofone erscheinen hier, sobald Sie eines erlaubt haben.',
    computer: 'Auch den Ton des Computers aufnehmen',
    computerApp:
      'Was die anderen in einem Gespräch sagen, wird eine eigene Spur; so gehört jedes Wort zu seinem Sprecher.',
    computerBrowser:
      'Der Browser fragt, welcher Tab oder Bildschirm geteilt wird: Wählen Sie dort „Audio teilen“. Was andere sagen, wird eine eigene Spur.',
    computerMissing:
      'Dieser Browser bietet den Ton des Computers nicht an; aufgenommen wird nur das Mikrofon.',
    computerMissingApp:
      'Dieses System lässt Apps seinen Ton nicht aufnehmen; aufgenommen wird nur das Mikrofon.',
    echo: 'Echo aus dem Mikrofon entfernen',
    echoHelp: 'Für Lautsprecher. Mit Kopfhörern klingt es ohne am klarsten.',
    start: 'Aufnahme starten',
    starting: 'Startet …',
    place: 'Wird laufend auf dieses Gerät geschrieben und verlässt es nicht.',
    room_one: 'Platz für mehr als eine Stunde.',
    room_other: 'Platz für etwa {{count}} Stunden.',
    roomShort: 'Nur Platz für etwa {{length}}: Schaffen Sie zuerst Platz auf diesem Gerät.',
  },
  consent: {
    title: 'Wissen alle Bescheid?',
    text: 'Vielerorts müssen alle Beteiligten zustimmen, bevor ein Gespräch aufgenommen wird. Sagen Sie es den anderen, und starten Sie, wenn alle einverstanden sind.',
    once: 'Das fragt Earshot auf diesem Gerät vor der ersten Aufnahme jedes Tages.',
    start: 'Alle wissen es: starten',
    cancel: 'Noch nicht',
  },
  live: {
    recording: 'Aufnahme läuft',
    paused: 'Angehalten',
    saving: 'Wird gespeichert',
    elapsed: 'Aufgenommene Zeit',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    stop: 'Beenden',
    discard: 'Verwerfen',
    mark: 'Merken',
    facts: 'Bisher {{size}}, laufend auf diesem Gerät gespeichert.',
    microphone: 'Mikrofon',
    computer: 'Ton des Computers',
    silent: 'Vom Mikrofon ist nichts zu hören. Ist es stumm geschaltet oder das falsche?',
    notes: 'Notizen',
    notesHint:
      'Schreiben Sie mit. Jede Zeile behält ihre Zeit und spielt später, was da gesagt wurde.',
    view: 'Anzeigen',
    more: 'Mehr',
    markKey: 'Taste M, außerhalb von Textfeldern',
    marks: 'Gemerkte Stellen',
    markLabel: 'Name der Stelle bei {{time}}',
    markPlaceholder: 'Was geschieht hier?',
    removeMark: 'Stelle bei {{time}} entfernen',
    marked: 'Stelle bei {{time}} gemerkt',
    savingText:
      'Die Aufnahme wird gespeichert und hochgeladen. Bei einer langen dauert das einen Augenblick.',
  },
  words: {
    title: 'Live-Transkript',
    switch: 'Live transkribieren',
    rough:
      'Grob und einige Sekunden später. Nach dem Beenden wird alles noch einmal transkribiert.',
    waiting: 'Was gesagt wird, erscheint hier einige Sekunden später.',
    off: 'Aus. Die Aufnahme wird transkribiert, sobald Sie sie beenden.',
    slow: 'Dieser Rechner ist gerade zu langsam für ein Live-Transkript. Die Aufnahme läuft weiter und wird transkribiert, sobald Sie sie beenden.',
    failed:
      'Das Live-Transkript endete: {{reason}} Die Aufnahme läuft weiter und wird transkribiert, sobald Sie sie beenden.',
    you: 'Sie',
    others: 'Andere',
    newest: 'Zu den neuesten Worten',
  },
  keys: { title: 'Aufnehmen', mark: 'Diese Stelle merken' },
  badge: {
    open: 'Zur Aufnahme',
    region: 'Laufende Aufnahme',
  },
  running: {
    text: 'Earshot fragt nach seinem Schlüssel, aber was Sie sagen, wird weiter aufgenommen. Es bleibt auf diesem Gerät und wird hochgeladen, sobald Earshot wieder offen ist.',
  },
  discard: {
    title: 'Diese Aufnahme verwerfen?',
    text: 'Die gesamten {{length}}, ihre Notizen und gemerkten Stellen werden von diesem Gerät gelöscht.',
    confirm: 'Aufnahme verwerfen',
    cancel: 'Behalten',
  },
  drafts: {
    region: 'Auf diesem Gerät behaltene Aufnahmen',
    cut: '„{{name}}“ wurde unterbrochen oder noch nicht hochgeladen.',
    facts: '{{length}}, vom {{date}}. Sie liegt sicher auf diesem Gerät.',
    keep: 'Behalten',
    listen: 'Anhören',
    close: 'Wiedergabe schließen',
    discard: 'Verwerfen',
    player: 'Ton von {{name}}',
    sending: 'Wird hochgeladen …',
    silent: 'Ihr Ton lässt sich hier nicht abspielen.',
    failed:
      'Sie konnte nicht hochgeladen werden: {{reason}} Versuchen Sie es erneut, sobald das geklärt ist.',
    stopped: 'Sie wurde aus der Liste der Übertragungen genommen.',
    sent: '„{{name}}“ liegt in ihrem Projekt',
    gone: 'Ihr Projekt gibt es nicht mehr. Wählen Sie ein anderes:',
    project: 'Projekt für {{name}}',
  },
  slept: '{{length}} nicht aufgenommen: Der Computer war im Ruhezustand',
  problemTitle: {
    insecure: 'Diese Adresse darf das Mikrofon nicht benutzen',
    unsupported: 'Dieser Browser kann nicht aufnehmen',
    microphone_denied: 'Das Mikrofon ist nicht erlaubt',
    microphone_missing: 'Dieses Mikrofon wurde nicht gefunden',
    microphone_busy: 'Das Mikrofon antwortet nicht',
    microphone_lost: 'Das Mikrofon wurde getrennt',
    microphone_changed: 'Das Mikrofon wurde getrennt, ein anderes nimmt weiter auf',
    slept: 'Der Computer war im Ruhezustand',
    sharing_denied: 'Es wurde nichts geteilt',
    sharing_silent: 'Was geteilt wurde, hat keinen Ton',
    sharing_ended: 'Der Ton des Computers ist zu Ende',
    disk_full: 'Der Datenträger ist voll',
    disk_failed: 'Die Aufnahme lässt sich nicht auf dieses Gerät schreiben',
    recorder_failed: 'Die Aufnahme ist abgebrochen',
  },
  problemText: {
    insecure:
      'Browser erlauben es nur Seiten dieses Geräts oder unter https. Öffnen Sie Earshot unter 127.0.0.1.',
    unsupported:
      'Nehmen Sie die Desktop-App oder einen aktuellen Chrome, Edge, Firefox oder Safari.',
    microphone_denied:
      'Erlauben Sie es in der Adresszeile und in den Datenschutz-Einstellungen des Systems, und starten Sie erneut.',
    microphone_missing:
      'Schließen Sie eines an oder wählen Sie ein anderes, und starten Sie erneut.',
    microphone_busy:
      'Vielleicht benutzt es ein anderes Programm. Schließen Sie dieses oder wählen Sie ein anderes Mikrofon, und starten Sie erneut.',
    microphone_lost: 'Schließen Sie es wieder an, oder wählen Sie ein anderes.',
    microphone_changed:
      'Die Aufnahme läuft mit dem Mikrofon des Systems weiter. Sehen Sie an seinem Pegel nach, ob es Sie hört.',
    slept:
      'Währenddessen wurde nichts aufgenommen; eine gemerkte Stelle zeigt, wo. Die Aufnahme läuft weiter.',
    sharing_denied:
      'Starten Sie erneut und wählen Sie, was geteilt wird, oder nehmen Sie nur das Mikrofon auf.',
    sharing_silent:
      'Starten Sie erneut und wählen Sie „Audio teilen“ (bei einem Tab geht es überall, wo es angeboten wird), oder nehmen Sie nur das Mikrofon auf.',
    sharing_ended:
      'Das Mikrofon läuft weiter. Für beides beenden Sie diese Aufnahme und starten eine neue.',
    disk_full:
      'Die Aufnahme ist angehalten; alles bis hierher bleibt. Schaffen Sie Platz und fahren Sie fort, oder beenden Sie sie: Alles bis hierher wird hochgeladen.',
    disk_failed:
      'Private Fenster behalten keine Dateien. Beenden Sie, was läuft, und nehmen Sie in einem normalen Fenster oder in der Desktop-App auf.',
    recorder_failed: 'Alles bis hierher bleibt. Beenden Sie sie, und starten Sie eine neue.',
  },
  /** While a recording waits for a microphone. */
  pausedText: {
    microphone_lost:
      'Die Aufnahme ist angehalten; alles bis hierher bleibt. Schließen Sie es wieder an, oder fahren Sie mit einem anderen fort.',
    microphone_denied:
      'Die Aufnahme ist angehalten; alles bis hierher bleibt. Erlauben Sie das Mikrofon in der Adresszeile oder in den Datenschutz-Einstellungen des Systems, und fahren Sie fort.',
    microphone_missing:
      'Die Aufnahme ist angehalten; alles bis hierher bleibt. Schließen Sie ein Mikrofon an, und fahren Sie fort.',
    microphone_busy:
      'Die Aufnahme ist angehalten; alles bis hierher bleibt. Vielleicht benutzt ein anderes Programm das Mikrofon: Schließen Sie es, und fahren Sie fort.',
  },
  problems: {
    goOn: 'Mit dem Mikrofon des Systems weiter',
    alone: 'Nur das Mikrofon',
    close: 'Schließen',
  },
}
