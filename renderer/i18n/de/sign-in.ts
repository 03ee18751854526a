import type { signIn as english } from '../en/sign-in.ts'
import type { Texts } from '../texts.ts'

export const signIn: Texts<typeof english> = {
  window: 'Anmelden – Earshot',
  title: 'Bei Earshot anmelden',
  ended: 'Sie sind abgemeldet. Melden Sie sich wieder an, um weiterzuarbeiten.',
  email: 'E-Mail-Adresse',
  emailAbout: 'Sie bekommen einen Link per E-Mail; ein Passwort gibt es nicht.',
  send: 'Link zusenden',
  with: 'Anmelden mit {{provider}}',
  or: 'oder',
  sent: {
    title: 'Sehen Sie in Ihrem Postfach nach',
    text: 'Wenn <1>{{email}}</1> einem Mitglied gehört, ist ein Link unterwegs. Er gilt einmal, {{minutes}} Minuten lang, in diesem Browser.',
    nothing:
      'Nichts angekommen? Sehen Sie im Spam-Ordner nach, oder lassen Sie sich von der Person einladen, die dieses Earshot betreibt.',
    again: 'Andere Adresse verwenden',
  },
  link: {
    title: 'Bei Earshot anmelden',
    text: 'Ihr Link ist angekommen. Ein Klick, und Sie sind angemeldet.',
    enter: 'Anmelden',
    failed: 'Mit diesem Link ging es nicht',
    cause:
      'Er wurde schon benutzt, ist älter als 15 Minuten oder wurde in einem anderen Browser angefordert.',
    again: 'Neuen Link anfordern',
  },
  problems: {
    title: 'Sie sind nicht angemeldet',
    provider:
      'Der Anmeldedienst hat nicht wie erwartet geantwortet, oder Sie haben dort abgebrochen.',
    unknown:
      'Niemand mit Ihrer Adresse ist hier Mitglied, oder der Anmeldedienst hat Ihre Adresse nicht bestätigt. Lassen Sie sich von der Person einladen, die dieses Earshot betreibt.',
    expired: 'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Browser begonnen.',
    again: 'Erneut versuchen',
  },
  account: {
    signedIn: 'Angemeldet als {{name}}',
    roles: { member: 'Mitglied von {{organization}}', admin: 'Admin von {{organization}}' },
    signOut: 'Abmelden',
    organization: 'Organisation',
    organizationAbout: 'Sie sind Mitglied in mehreren. Beim Wechsel öffnet sich die Seite neu.',
    sessions: 'Wo Sie angemeldet sind',
    sessionsAbout:
      'Ein Browser bleibt 30 Tage angemeldet, unbenutzt 7 Tage. Beenden Sie, was Sie nicht kennen.',
    none: 'Nirgends: Diese Seite wurde mit einem Schlüssel geöffnet.',
    failed: 'Ihre Sitzungen konnten nicht geladen werden',
    loading: 'Ihre Sitzungen werden geladen',
    used: 'zuletzt benutzt {{time}}',
    methods: { email: 'Link per E-Mail', openid: 'Anmeldedienst', invitation: 'Einladung' },
    here: 'Dieser Browser',
    unknownBrowser: 'Unbekannter Browser',
    on: '{{browser}} unter {{system}}',
    end: 'Beenden',
    endOf: 'Die Sitzung in {{browser}} beenden',
    ended: 'Die Sitzung ist beendet.',
  },
}
