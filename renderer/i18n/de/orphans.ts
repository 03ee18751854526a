import type { orphans as english } from '../en/orphans.ts'
import type { Texts } from '../texts.ts'

export const orphans: Texts<typeof english> = {
  title: 'Aufnahmen ohne Eintrag',
  about:
    'Diese Aufnahmen liegen im Datenordner, aber die Bibliothek kennt sie nicht: nach einem Schaden oder ' +
    'weil eine ältere Kopie zurückgelegt wurde. Von selbst wird keine gelöscht.',
  failed: 'Die Aufnahmen ohne Eintrag konnten nicht aufgelistet werden',
  unnamed: 'Aufnahme ohne Namen',
  takeIn: 'Wieder aufnehmen',
  takeInOne: '{{name}} wieder aufnehmen',
  takenIn: '{{name}} ist wieder in der Bibliothek und wird transkribiert.',
  delete: 'Endgültig löschen',
  deleteOne: '{{name}} endgültig löschen',
  question: {
    title: 'Diese Aufnahme endgültig löschen?',
    text: '{{name}} wird von der Festplatte gelöscht und lässt sich nicht wiederherstellen.',
    confirm: 'Endgültig löschen',
  },
}
