import { readNotice, type NoticeSentence, type NoticeValues } from '../../client/notice-facts.ts'
import type { MailLanguage } from '../../notify/mail-language.ts'
import type { NoticeRow } from './store.ts'

type Words = { title: string; body: string; show: string }

/** A notice as it is mailed. It is kept in English, and so are those that are not understood. */
export function wordsOf(
  notice: Pick<NoticeRow, 'kind' | 'title' | 'body'>,
  language: MailLanguage,
): Words {
  const facts = language === 'de' ? readNotice(notice) : null
  const { title, body } = facts
    ? { title: german[facts.title](facts.values), body: german[facts.body](facts.values) }
    : notice
  return { title, body, show: language === 'de' ? 'In Earshot zeigen' : 'Show it in Earshot' }
}

const german: Readonly<Record<NoticeSentence, (values: NoticeValues) => string>> = {
  deliveryTitle: ({ host }) => `Zustellung an ${host} fehlgeschlagen`,
  deliveryBody: ({ event }) =>
    `${event} konnte nicht zugestellt werden und wird nicht noch einmal versucht.`,
  disabledTitle: ({ host }) => `Webhook an ${host} ausgeschaltet`,
  disabledGone: () => 'Der Empfänger hat mit 410 Gone geantwortet.',
  disabledUnreadable: () =>
    'Sein Signaturgeheimnis lässt sich hier nicht lesen. Legen Sie ein neues an und schalten Sie ihn dann ein.',
  disabledFailing: () => 'In den letzten 5 Tagen schlug jede Zustellung fehl.',
  leftTitle: ({ email, count }) =>
    count === 1
      ? `Ein Webhook von ${email} sendet weiter`
      : `${count} Webhooks von ${email} senden weiter`,
  leftBody: ({ host }) =>
    `Das Mitglied wurde entfernt. Ausgeschaltet wurde nichts, denn andere können darauf angewiesen sein: Es geht weiter an ${host}. Schalten Sie aus, was niemand mehr braucht.`,
  invitationTitle: ({ email }) => `Die Einladung an ${email} ging nicht per E-Mail hinaus`,
  invitationBody: () =>
    'Senden Sie sie unter Mitglieder erneut: Dort erscheint ein Link, den Sie selbst weitergeben können.',
  failedTitle: ({ name }) => `„${name}“ konnte nicht transkribiert werden`,
  failedImportTitle: ({ name }) => `„${name}“ konnte nicht gelesen werden`,
  failedBody: () => 'Warum, und was hilft, steht auf der Seite der Aufnahme.',
  mediaDamaged: ({ name }) => `„${name}“ ist beschädigt`,
  mediaMissing: ({ name }) => `„${name}“ ist nicht mehr auf der Festplatte`,
  mediaBody: () =>
    'Das Transkript ist erhalten. Legen Sie die Datei aus einer Kopie zurück, oder fügen Sie die Aufnahme neu hinzu.',
  modelsTitle: () => 'Die Liste der importierten Modelle war beschädigt',
  modelsBody: ({ file }) =>
    `Sie liegt jetzt als ${file} daneben. Importieren Sie Ihre Modelle noch einmal; deren Dateien sind noch da.`,
  rebuiltTitle: () => 'Die Bibliothek wurde neu angelegt',
  rebuiltBody: () =>
    'Alle Aufnahmen sind da und werden neu transkribiert. Das Ersetzte ist aufbewahrt.',
  incompleteTitle: () => 'Die Bibliothek wurde mit dem geöffnet, was übrig ist',
  incompleteBody: ({ count }) =>
    `${count === 1 ? '1 Eintrag fehlt' : `${count} Einträge fehlen`}. Die Bibliothek, wie sie gefunden wurde, ist aufbewahrt.`,
  incompleteUnknown: () =>
    'Wie viel fehlt, lässt sich nicht sagen. Die Bibliothek, wie sie gefunden wurde, ist aufbewahrt.',
  repairedTitle: () => 'Ein Schaden in der Bibliothek wurde behoben',
  repairedBody: () =>
    'Nichts ist verloren. Geschieht es wieder, ist vielleicht die Festplatte defekt.',
  backupTitle: () => 'Die Sicherung ist fehlgeschlagen',
  backupDisk: () =>
    'Die Festplatte ist voll. Jede Stunde folgt ein neuer Versuch; frühere Sicherungen bleiben erhalten.',
  backupBody: () =>
    'Jede Stunde folgt ein neuer Versuch; frühere Sicherungen bleiben erhalten. Was schiefging, steht im Protokoll.',
  noBackupTitle: () => 'Seit drei Tagen gibt es keine Sicherung',
  noBackupBody: () =>
    'Sie entsteht, während Earshot läuft und sonst nichts zu tun hat. Sie können auch jetzt eine anlegen.',
  folderTitle: () => 'Ein Ordner fehlt',
  watched_folder_missing: ({ path }) =>
    `${path} ist nicht da, deshalb kommen von dort keine Aufnahmen hinzu. Schließen Sie den Datenträger an, oder legen Sie den Ordner dorthin zurück, wo er war.`,
  notes_folder_missing: ({ path }) =>
    `${path} ist nicht da, deshalb werden dort keine Notizen geschrieben. Schließen Sie den Datenträger an, oder legen Sie den Ordner dorthin zurück, wo er war.`,
  orphansTitle: ({ count }) =>
    count === 1 ? 'Eine Aufnahme hat keinen Eintrag' : `${count} Aufnahmen haben keinen Eintrag`,
  orphansBody: () =>
    'Nichts wurde gelöscht. Nehmen Sie wieder auf, was Sie behalten wollen, und löschen Sie den Rest.',
}
