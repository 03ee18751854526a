import type { recovery as english } from '../en/recovery.ts'
import type { Texts } from '../texts.ts'

export const recovery: Texts<typeof english> = {
  window: 'Wiederherstellung',
  title: 'Die Bibliothek lässt sich nicht öffnen',
  replacing: 'Eine Sicherung tritt an die Stelle der Bibliothek',
  loading: 'Es wird nachgesehen, was da ist',
  failed: 'Der Zustand der Bibliothek ließ sich nicht feststellen',
  kinds: {
    database:
      'Die Datenbank mit Transkripten, Notizen und Einstellungen ist beschädigt, oder Teile davon fehlen.',
    lost_rows:
      'Einige Einträge der Bibliothek fehlen oder sind nicht lesbar. Die anderen sind da: Sie lässt sich mit dem öffnen, was übrig ist.',
    database_ends: 'Die Datenbank der Bibliothek brach innerhalb einer Minute dreimal ab.',
    secret_key:
      'Die Datei secret-key im Datenordner fehlt oder ist beschädigt, oder der Schlüsselbund des Systems öffnet sie nicht mehr. Sie öffnet die Geheimnisse der Webhooks und die Schlüssel der Modellserver. Entsperren Sie den Schlüsselbund, oder legen Sie eine Kopie der Datei zurück, und versuchen Sie es noch einmal.',
    library_key:
      'Der Schlüssel der verschlüsselten Bibliothek, die Datei library-key.json im Datenordner, fehlt oder ist beschädigt. Ohne ihn ist nichts zu lesen, auch nicht mit der Passphrase. Legen Sie eine Kopie der Datei zurück und versuchen Sie es noch einmal, oder stellen Sie eine Sicherung wieder her: Sie enthält ihn.',
  },
  safe_one: 'Ihre Aufnahme ist sicher: {{count}} Aufnahme ({{size}}) ist auf der Festplatte.',
  safe_other: 'Ihre Aufnahmen sind sicher: {{count}} Aufnahmen ({{size}}) sind auf der Festplatte.',
  sealed_one:
    '{{count}} verschlüsselte Aufnahme ({{size}}) ist auf der Festplatte. Nur der Schlüssel macht sie lesbar.',
  sealed_other:
    '{{count}} verschlüsselte Aufnahmen ({{size}}) sind auf der Festplatte. Nur der Schlüssel macht sie lesbar.',
  nothing: 'Auf der Festplatte sind keine Aufnahmen.',
  undescribed_one: 'Von {{count}} davon sind Name und Projekt ohne die Datenbank nicht bekannt.',
  undescribed_other: 'Von {{count}} davon sind Name und Projekt ohne die Datenbank nicht bekannt.',
  kept: 'Was Sie auch wählen: Nichts wird gelöscht oder überschrieben. Tritt eine andere Bibliothek an die Stelle der alten, bleibt die alte aufbewahrt, bis Sie sie unter Einstellungen › Speicher löschen.',
  choices: 'Was Sie tun können',
  titles: {
    try_again: 'Noch einmal versuchen',
    restore_backup: 'Eine Sicherung wiederherstellen',
    replace_secret_key: 'Mit einem anderen Schlüssel weitermachen',
    export: 'Herauskopieren, was lesbar ist',
    open_what_is_left: 'Mit dem öffnen, was übrig ist',
    rebuild: 'Die Bibliothek aus den Aufnahmen neu anlegen',
    start_fresh: 'Mit einer leeren Bibliothek beginnen',
  },
  texts: {
    try_again:
      'Öffnet die Bibliothek noch einmal: wenn Sie eine Datei zurückgelegt oder Platz geschaffen haben.',
    restore_backup:
      'Die Bibliothek ist danach, wie sie bei der Sicherung war. Später hinzugekommene Aufnahmen bleiben.',
    replace_secret_key:
      'Alles öffnet sich außer dem, was der Schlüssel versiegelt hatte: Geben Sie danach die Geheimnisse der Webhooks und die Schlüssel der Modellserver neu ein.',
    export:
      'Kopiert jede Aufnahme unter ihrem eigenen Namen in einen Ordner, dazu alles, was von Transkripten, Notizen und Analysen noch lesbar ist. Die Bibliothek bleibt, wie sie ist.',
    open_what_is_left:
      'Macht ohne die Einträge weiter, die fehlen oder nicht lesbar sind. Eine Meldung sagt danach, wie viele es sind.',
    rebuild:
      'Die Projekte entstehen nach ihren Namen neu, und jede Aufnahme wird neu transkribiert. Korrekturen, Notizen, Analysen und Einstellungen fehlen darin.',
    start_fresh: 'Stellt alles beiseite, auch die Aufnahmen, und beginnt von vorn.',
  },
  buttons: {
    try_again: 'Noch einmal versuchen',
    restore_backup: 'Wiederherstellen',
    replace_secret_key: 'Anderen Schlüssel anlegen',
    export: 'In einen Ordner kopieren',
    open_what_is_left: 'Übriges öffnen',
    rebuild: 'Neu anlegen',
    start_fresh: 'Von vorn beginnen',
  },
  /** Asked before an action that changes something. */
  asks: {
    restore_backup:
      'Die Bibliothek ist danach, wie sie bei der Sicherung war. Die jetzige bleibt aufbewahrt.',
    replace_secret_key:
      'Die Geheimnisse der Webhooks und die Schlüssel der Modellserver sind neu einzugeben. Alles andere bleibt, wie es ist.',
    open_what_is_left:
      'Einträge, die nicht lesbar sind, fehlen danach in der Bibliothek. Die jetzige bleibt aufbewahrt, ebenso alle Aufnahmen.',
    rebuild:
      'Jede Aufnahme wird neu transkribiert. Korrekturen, Notizen, Analysen und Einstellungen fehlen in der neuen Bibliothek; die alte bleibt aufbewahrt.',
    start_fresh: 'Die neue Bibliothek ist leer. Die alte bleibt mit ihren Aufnahmen aufbewahrt.',
  },
  backup: 'Sicherung',
  backupWithRecordings: '{{when}} · {{size}}, mit Aufnahmen',
  backupWithout: '{{when}} · {{size}}, ohne Aufnahmen',
  question: '{{title}}?',
  running: '{{title}}: läuft',
  done: '{{title}}: fertig',
  folder: 'Alles liegt in <1>{{folder}}</1>.',
  lost: {
    heading: 'Die Sicherung ist wiederhergestellt, aber nicht ihr ganzer Ton',
    title_one:
      'Der Ton von {{count}} Aufnahme ist beschädigt oder fehlt, in der Sicherung und auch hier.',
    title_other:
      'Der Ton von {{count}} Aufnahmen ist beschädigt oder fehlt, in der Sicherung und auch hier.',
    more_one: 'Und {{count}} weitere.',
    more_other: 'Und {{count}} weitere.',
    next: 'Transkripte und Notizen sind wiederhergestellt. Für den Ton stellen Sie eine ältere Sicherung wieder her, oder fügen Sie die Aufnahmen noch einmal hinzu.',
    open: 'Bibliothek öffnen',
  },
  outcomes: {
    backup_damaged:
      'Die Sicherung ist beschädigt oder unvollständig. Nichts wurde geändert; wählen Sie eine andere.',
    backup_too_new:
      'Die Sicherung stammt von einer neueren Version von Earshot. Installieren Sie zuerst diese. Nichts wurde geändert.',
    wrong_passphrase: 'Die Passphrase passt nicht zu dieser Sicherung. Nichts wurde geändert.',
    still_damaged:
      'Die Bibliothek lässt sich weiterhin nicht öffnen. Wählen Sie einen anderen Weg.',
    insufficient_storage:
      'Die Festplatte ist voll. Schaffen Sie Platz und versuchen Sie es noch einmal. Nichts wurde geändert.',
    failed: 'Das ging nicht. Nichts wurde geändert. Den Grund nennt das Protokoll im Datenordner.',
  },
  replaced: {
    title: 'Ersetzte Bibliotheken',
    about:
      'Aufbewahrt, als eine andere an ihre Stelle trat. Löschen Sie sie, wenn Sie nichts mehr daraus brauchen.',
    failed: 'Die ersetzten Bibliotheken konnten nicht aufgelistet werden',
    one: 'Ersetzt am {{when}} · {{size}}',
    delete: 'Endgültig löschen',
    deleteOne: 'Die am {{when}} ersetzte Bibliothek endgültig löschen',
    question: {
      title: 'Diese Bibliothek endgültig löschen?',
      text: 'Die am {{when}} ersetzte Bibliothek ({{size}}) wird mit den Aufnahmen darin von der Festplatte gelöscht und lässt sich nicht wiederherstellen.',
    },
  },
}
