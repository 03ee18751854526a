import type * as en from '../en/org.ts'
import type { Texts } from '../texts.ts'

export const members: Texts<typeof en.members> = {
  title: 'Mitglieder',
  about: 'Personen, die dieses Earshot benutzen, jede mit eigenen Schlüsseln.',
  loading: 'Mitglieder werden geladen',
  failed: 'Die Mitglieder konnten nicht geladen werden',
  columns: {
    name: 'Name',
    role: 'Rolle',
    active: 'Zuletzt aktiv',
    since: 'Seit',
    remove: 'Entfernen',
  },
  roles: { member: 'Mitglied', admin: 'Admin', owner: 'Eigentümer' },
  rolesAbout:
    'Mitglieder arbeiten mit Aufnahmen. Admins verwalten außerdem Personen und die Schlüssel aller. Eigentümer ist, wer dieses Earshot eingerichtet hat.',
  roleOf: 'Rolle von {{name}}',
  roleChanged: '{{name}} hat jetzt eine andere Rolle',
  never: 'Nie',
  removeOne: 'Entfernen',
  removeOf: '{{name}} entfernen',
  remove: {
    title: '{{name}} entfernen?',
    confirm: 'Mitglied entfernen',
    text: 'Alle Schlüssel dieser Person werden damit widerrufen. Aufnahmen bleiben.',
  },
}

export const org: Texts<typeof en.org> = {
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
    ofAdmins: 'Diese Liste führen Admins. Ihre Projekte können eigene Listen haben.',
    loading: 'Das Vokabular wird geladen',
    failed: 'Das Vokabular konnte nicht geladen werden',
    announced: 'Das Vokabular ist gespeichert',
    saved: 'Gespeichert',
    undo: 'Änderungen verwerfen',
    save: 'Speichern',
  },
}
