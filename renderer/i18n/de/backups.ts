import type { backups as english } from '../en/backups.ts'
import type { Texts } from '../texts.ts'

export const backups: Texts<typeof english> = {
  title: 'Sicherungen',
  about:
    'Solange Sie es nicht abgeschaltet haben, macht Earshot jeden Tag eine, während es läuft. Jede wird geladen und mit der Bibliothek verglichen, bevor sie als gut gilt.',
  loading: 'Die Sicherungen werden geladen',
  keptOnServer:
    'Die Bibliothek liegt auf einem Datenbankserver. Wer ihn betreibt, macht die Sicherungen.',
  unread: 'Die Sicherungen konnten nicht geladen werden',
  health: {
    none: 'Es gibt noch keine Sicherung.',
    good: 'Die letzte Sicherung ist gut. Sie wurde {{age}} gemacht.',
    overdue:
      'Eine Sicherung ist überfällig: Die letzte gute wurde {{age}} gemacht, am {{when}}. Sichern Sie jetzt, oder lassen Sie Earshot eine Weile laufen.',
    full: 'Die letzte Sicherung ist {{age}} fehlgeschlagen: Die Festplatte ist voll. Schaffen Sie Platz und sichern Sie dann noch einmal.',
    failed:
      'Die letzte Sicherung ist {{age}} fehlgeschlagen. Sichern Sie noch einmal; schlägt es wieder fehl, steht der Grund im Protokoll im Datenordner.',
    lastGood: 'Die letzte gute ist vom {{when}}.',
    noneGood: 'Eine gute gibt es noch nicht.',
  },
  start: 'Jetzt sichern',
  sameDisk:
    'Diese Sicherungen liegen auf derselben Festplatte wie die Bibliothek. Sie helfen, wenn etwas aus Versehen gelöscht oder beschädigt wurde, und gehen mit der Festplatte verloren: Aufnahmen darin sind dieselben Bytes wie hier. Für eine echte Kopie wählen Sie „Mit Aufnahmen sichern“ und dann „Als Datei speichern“, auf einer anderen Festplatte.',
  startWhole: 'Mit Aufnahmen sichern',
  compared: 'Aufnahmen verglichen',
  notCompared: 'nicht alle Aufnahmen verglichen',
  damaged_one: '{{count}} beschädigte Aufnahme ausgelassen',
  damaged_other: '{{count}} beschädigte Aufnahmen ausgelassen',
  running: 'Eine Sicherung wird gemacht',
  cancel: 'Sicherung abbrechen',
  ended: {
    completed: 'Die Sicherung ist fertig und geprüft.',
    failed: 'Die Sicherung ist fehlgeschlagen.',
    cancelled: 'Die Sicherung wurde abgebrochen.',
  },
  good: 'Gut',
  failed: 'Fehlgeschlagen',
  withRecordings: 'mit Aufnahmen',
  withoutRecordings: 'ohne Aufnahmen',
  reasons: {
    daily: 'automatisch',
    manual: 'manuell',
    update: 'vor einem Update',
  },
  save: 'Als Datei speichern',
  saveOne: 'Als Datei speichern: Sicherung vom {{when}}',
  saved: '{{name}} wurde gespeichert.',
  restore: 'Wiederherstellen …',
  restoreOne: 'Wiederherstellen: Sicherung vom {{when}}',
  delete: 'Löschen',
  deleteOne: 'Löschen: Sicherung vom {{when}}',
  deleted: 'Die Sicherung vom {{when}} wurde gelöscht.',
  restoring: {
    title: 'Die Sicherung vom {{when}} wiederherstellen?',
    confirm: 'Wiederherstellen',
    asThen:
      'Die Bibliothek ist danach, wie sie damals war. Spätere Transkripte, Notizen und Einstellungen fehlen darin. Spätere Aufnahmen bleiben; Sie können sie hier wieder aufnehmen.',
    kept: 'Die jetzige Bibliothek bleibt im Datenordner aufbewahrt, bis Sie sie hier unter „Ersetzte Bibliotheken“ löschen.',
    back: 'Um mit einem Klick zurückkehren zu können, brechen Sie ab, wählen Sie zuerst „Jetzt sichern“ und stellen Sie später diese Sicherung wieder her.',
    meanwhile: 'Bis es fertig ist, kann niemand Earshot benutzen.',
  },
  deleting: {
    title: 'Diese Sicherung endgültig löschen?',
    confirm: 'Endgültig löschen',
    text: 'Die Sicherung vom {{when}} wird von der Festplatte gelöscht und lässt sich nicht wiederherstellen. Die Bibliothek bleibt, wie sie ist.',
  },
}
