import type { notices as english } from '../en/notices.ts'
import type { Texts } from '../texts.ts'

export const notices: Texts<typeof english> = {
  title: 'Meldungen',
  unread_one: 'Meldungen, {{count}} ungelesen',
  unread_other: 'Meldungen, {{count}} ungelesen',
  loading: 'Meldungen werden geladen',
  failed: 'Die Meldungen konnten nicht geladen werden',
  empty: {
    title: 'Keine Meldungen',
    text: 'Hier steht, was Sie wissen müssen: eine Aufnahme, die sich nicht transkribieren ließ, eine misslungene Sicherung, ein Webhook, der aufgegeben hat.',
  },
  readAll: 'Alle als gelesen markieren',
  isUnread: 'Ungelesen:',
  show: {
    delivery_exhausted: 'Zur Zustellung',
    webhook_disabled: 'Zum Webhook',
    webhook_left_behind: 'Zu den Webhooks',
    invitation_not_sent: 'Zur Einladung',
    recordings_orphaned: 'Zu den Aufnahmen',
    library_incomplete: 'Zeigen, was aufbewahrt ist',
    models_list_damaged: 'Zu den Modellen',
    backup_failed: 'Sicherungen zeigen',
    backup_overdue: 'Sicherungen zeigen',
    watched_folder_missing: 'Zu den Ordnern',
    notes_folder_missing: 'Zu den Ordnern',
    recording_damaged: 'Zur Aufnahme',
    recording_failed: 'Zur Aufnahme',
    library_rebuilt: 'Zeigen, was aufbewahrt ist',
    library_repaired: 'Zum Speicher',
  },
  markRead: 'Als gelesen markieren',
  markUnread: 'Als ungelesen markieren',
  markReadOf: 'Als gelesen markieren: {{title}}',
  markUnreadOf: 'Als ungelesen markieren: {{title}}',
  kinds: {
    deliveryTitle: 'Zustellung an {{host}} fehlgeschlagen',
    deliveryBody: '{{event}} konnte nicht zugestellt werden und wird nicht noch einmal versucht.',
    disabledTitle: 'Webhook an {{host}} ausgeschaltet',
    disabledGone: 'Der Empfänger hat mit 410 Gone geantwortet.',
    disabledUnreadable:
      'Sein Signaturgeheimnis lässt sich hier nicht lesen. Legen Sie ein neues an und schalten Sie ihn dann ein.',
    disabledFailing: 'In den letzten 5 Tagen schlug jede Zustellung fehl.',
    leftTitle_one: 'Ein Webhook von {{email}} sendet weiter',
    leftTitle_other: '{{count}} Webhooks von {{email}} senden weiter',
    leftBody:
      'Das Mitglied wurde entfernt. Ausgeschaltet wurde nichts, denn andere können darauf angewiesen sein: Es geht weiter an {{host}}. Schalten Sie aus, was niemand mehr braucht.',
    invitationTitle: 'Die Einladung an {{email}} ging nicht per E-Mail hinaus',
    invitationBody:
      'Senden Sie sie unter Mitglieder erneut: Dort erscheint ein Link, den Sie selbst weitergeben können.',
    failedTitle: '„{{name}}“ konnte nicht transkribiert werden',
    failedImportTitle: '„{{name}}“ konnte nicht gelesen werden',
    failedBody: 'Warum, und was hilft, steht auf der Seite der Aufnahme.',
    mediaDamaged: '„{{name}}“ ist beschädigt',
    mediaMissing: '„{{name}}“ ist nicht mehr auf der Festplatte',
    mediaBody:
      'Das Transkript ist erhalten. Legen Sie die Datei aus einer Kopie zurück, oder fügen Sie die Aufnahme neu hinzu.',
    modelsTitle: 'Die Liste der importierten Modelle war beschädigt',
    modelsBody:
      'Sie liegt jetzt als {{file}} daneben. Importieren Sie Ihre Modelle noch einmal; deren Dateien sind noch da.',
    rebuiltTitle: 'Die Bibliothek wurde neu angelegt',
    rebuiltBody:
      'Alle Aufnahmen sind da und werden neu transkribiert. Das Ersetzte ist aufbewahrt.',
    incompleteTitle: 'Die Bibliothek wurde mit dem geöffnet, was übrig ist',
    incompleteBody_one:
      '{{count}} Eintrag fehlt. Die Bibliothek, wie sie gefunden wurde, ist aufbewahrt.',
    incompleteBody_other:
      '{{count}} Einträge fehlen. Die Bibliothek, wie sie gefunden wurde, ist aufbewahrt.',
    incompleteUnknown:
      'Wie viel fehlt, lässt sich nicht sagen. Die Bibliothek, wie sie gefunden wurde, ist aufbewahrt.',
    repairedTitle: 'Ein Schaden in der Bibliothek wurde behoben',
    repairedBody: 'Nichts ist verloren. Geschieht es wieder, ist vielleicht die Festplatte defekt.',
    backupTitle: 'Die Sicherung ist fehlgeschlagen',
    backupDisk:
      'Die Festplatte ist voll. Jede Stunde folgt ein neuer Versuch; frühere Sicherungen bleiben erhalten.',
    backupBody:
      'Jede Stunde folgt ein neuer Versuch; frühere Sicherungen bleiben erhalten. Was schiefging, steht im Protokoll.',
    noBackupTitle: 'Seit drei Tagen gibt es keine Sicherung',
    noBackupBody:
      'Sie entsteht, während Earshot läuft und sonst nichts zu tun hat. Sie können auch jetzt eine anlegen.',
    folderTitle: 'Ein Ordner fehlt',
    watched_folder_missing:
      '{{path}} ist nicht da, deshalb kommen von dort keine Aufnahmen hinzu. Schließen Sie den Datenträger an, oder legen Sie den Ordner dorthin zurück, wo er war.',
    notes_folder_missing:
      '{{path}} ist nicht da, deshalb werden dort keine Notizen geschrieben. Schließen Sie den Datenträger an, oder legen Sie den Ordner dorthin zurück, wo er war.',
    orphansTitle_one: 'Eine Aufnahme hat keinen Eintrag',
    orphansTitle_other: '{{count}} Aufnahmen haben keinen Eintrag',
    orphansBody:
      'Nichts wurde gelöscht. Nehmen Sie wieder auf, was Sie behalten wollen, und löschen Sie den Rest.',
  },
}
