import type { invitations as english } from '../en/invitations.ts'
import type { Texts } from '../texts.ts'

export const invitations: Texts<typeof english> = {
  title: 'Offene Einladungen',
  invite: 'Einladen',
  loading: 'Einladungen werden geladen',
  failed: 'Die Einladungen konnten nicht geladen werden',
  empty: {
    title: 'Keine offenen Einladungen',
    text: 'Wer eingeladen wird, bekommt einen Link, der einmal und sieben Tage lang gilt, und wird damit Mitglied.',
  },
  columns: {
    address: 'Adresse',
    role: 'Rolle',
    sent: 'Gesendet',
    until: 'Gültig bis',
    actions: 'Erneut senden oder widerrufen',
  },
  roles: { member: 'Mitglied', admin: 'Admin' },
  sent: {
    email: '{{time}}, per E-Mail',
    link: '{{time}}, als Link',
    emailAgain: '{{time}}, per E-Mail, {{times}}-mal',
    linkAgain: '{{time}}, als Link, {{times}}-mal',
  },
  resend: 'Erneut senden',
  resendTo: 'Die Einladung an {{email}} erneut senden',
  revokeOne: 'Widerrufen',
  revokeTo: 'Die Einladung an {{email}} widerrufen',
  form: {
    title: 'Jemanden einladen',
    email: 'E-Mail-Adresse',
    role: 'Rolle',
    member: 'Mitglied: arbeitet mit Aufnahmen',
    admin: 'Admin: verwaltet außerdem Personen und die Schlüssel aller',
  },
  link: {
    title: 'Einladung an {{email}}',
    label: 'Einladungslink',
    mailed:
      'Der Link ist per E-Mail unterwegs. Kommt er nicht an, geben Sie ihn selbst weiter. Er gilt einmal, bis {{time}}.',
    byHand:
      'Es ist kein Mailserver eingerichtet; geben Sie diesen Link selbst weiter. Er gilt einmal, bis {{time}}.',
    onlyHere:
      'Er öffnet sich nur auf diesem Rechner, für eine andere Person, die ihn benutzt: Von anderswo ist dieses Earshot nicht zu erreichen.',
    done: 'Fertig',
  },
  revoke: {
    title: 'Die Einladung an {{email}} widerrufen?',
    confirm: 'Einladung widerrufen',
    text: 'Ihr Link gilt von diesem Augenblick an nicht mehr.',
  },
  accept: {
    loadingTitle: 'Ihre Einladung',
    loading: 'Die Einladung wird geladen',
    join: 'Bei {{organization}} mitmachen',
    member:
      '{{inviter}} lädt <1>{{email}}</1> ein, als Mitglied in Earshot mit den Aufnahmen zu arbeiten. Der Link gilt bis {{time}}.',
    admin:
      '{{inviter}} lädt <1>{{email}}</1> ein, als Admin in Earshot mit den Aufnahmen zu arbeiten. Der Link gilt bis {{time}}.',
    somebody: 'Jemand',
    name: 'Ihr Name',
    nameAbout: 'So sehen ihn die anderen; Sie können das Feld leer lassen',
    accept: 'Einladung annehmen',
    broken: 'Dieser Link funktioniert nicht',
    failed: 'Die Einladung lässt sich nicht annehmen',
    ask: 'Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.',
    done: 'Sie sind jetzt Mitglied',
    key: 'Das ist Ihr Schlüssel. Programme rufen Earshot damit auf, und auch diese Seite öffnet sich damit. Er gehört Ihnen und endet mit Ihrer Mitgliedschaft.',
    keyLabel: 'Ihr API-Schlüssel',
    open: 'Earshot öffnen',
  },
}
