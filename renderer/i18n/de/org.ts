import type { org as english } from '../en/org.ts'
import type { Texts } from '../texts.ts'

export const org: Texts<typeof english> = {
  usage: {
    transcribed: 'Minuten',
    minutes: '{{used}} von {{limit}}',
    stored: 'Speicher',
    gigabytes: '{{used}} von {{limit}} GB',
  },
  vocabulary: {
    title: 'Vokabular',
    about:
      'Namen und Begriffe, von denen alle Projekte sprechen. Ein Projekt kann in seinen Einstellungen weitere haben.',
    loading: 'Das Vokabular wird geladen',
    failed: 'Das Vokabular konnte nicht geladen werden',
    announced: 'Das Vokabular ist gespeichert',
    saved: 'Gespeichert',
    undo: 'Änderungen verwerfen',
    save: 'Speichern',
  },
}
