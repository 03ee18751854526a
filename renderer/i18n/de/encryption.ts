import type { encryption as english } from '../en/encryption.ts'
import type { Texts } from '../texts.ts'

export const encryption: Texts<typeof english> = {
  loading: 'Es wird nachgesehen, ob die Bibliothek verschlüsselt ist',
  keptOnServer:
    'Die Bibliothek liegt auf einem Datenbankserver. Wer ihn betreibt, sorgt für die Verschlüsselung.',
  unread: 'Ob die Bibliothek verschlüsselt ist, ließ sich nicht herausfinden',
  locked: {
    window: 'Gesperrt',
    title: 'Die Bibliothek ist gesperrt',
    text: 'Sie ist verschlüsselt. Geben Sie die Passphrase ein, um sie zu öffnen.',
    textCode:
      'Sie ist verschlüsselt. Geben Sie den Wiederherstellungscode ein, den Sie beim Verschlüsseln aufbewahrt haben.',
    passphrase: 'Passphrase',
    code: 'Wiederherstellungscode',
    codeAbout: 'Groß- und Kleinschreibung, Leerzeichen und Bindestriche spielen keine Rolle.',
    show: 'Eingabe anzeigen',
    open: 'Öffnen',
    opening: 'Die Bibliothek wird geöffnet …',
    useCode: 'Stattdessen den Wiederherstellungscode nehmen',
    usePassphrase: 'Stattdessen die Passphrase nehmen',
    wrongPassphrase:
      'Diese Passphrase öffnet die Bibliothek nicht. Prüfen Sie Großbuchstaben und die Sprache der Tastatur.',
    wrongCode:
      'Dieser Wiederherstellungscode öffnet die Bibliothek nicht. Prüfen Sie ihn Zeichen für Zeichen.',
  },
  forgotten: {
    summary: 'Ich habe keines von beiden',
    text: 'Ohne Passphrase und ohne Wiederherstellungscode kann niemand diese Bibliothek öffnen, auch die Hersteller von Earshot nicht. Sie können eine Sicherung aus der Zeit vor der Verschlüsselung wiederherstellen oder neu beginnen. Die gesperrte Bibliothek bleibt aufbewahrt, bis Sie sie löschen.',
  },
  changing: {
    encrypt: 'Die Bibliothek wird verschlüsselt',
    decrypt: 'Die Bibliothek wird entschlüsselt',
    rekey: 'Die Bibliothek wird mit einem neuen Schlüssel verschlüsselt',
    text: 'Sie können dies offen lassen; es geht nichts verloren, wenn der Rechner ausgeschaltet wird. Die Bibliothek öffnet sich danach von selbst.',
    recordings: 'Die Aufnahmen folgen eine nach der anderen, während Sie weiterarbeiten.',
    starting: 'Zuerst wird sie geschlossen …',
  },
  failed: {
    encrypt: 'Die Bibliothek wurde nicht verschlüsselt',
    decrypt: 'Die Bibliothek wurde nicht entschlüsselt',
    rekey: 'Die Bibliothek hat den Schlüssel, den sie hatte',
    encryptIn: 'Der letzte Versuch, die Bibliothek zu verschlüsseln, schlug fehl.',
    decryptIn: 'Der letzte Versuch, die Bibliothek zu entschlüsseln, schlug fehl.',
    rekeyIn: 'Der letzte Versuch, der Bibliothek einen neuen Schlüssel zu geben, schlug fehl.',
    insufficient_storage:
      'Die Festplatte ist voll. Die Bibliothek ist, wie sie war. Schaffen Sie Platz und versuchen Sie es dann noch einmal.',
    failed:
      'Etwas ging schief. Die Bibliothek ist, wie sie war; den Grund nennt das Protokoll im Datenordner.',
    code: 'Der Wiederherstellungscode, der Ihnen gezeigt wurde, öffnet nichts. Werfen Sie ihn weg.',
    go: 'Weiter',
  },
  off: {
    state: 'Die Bibliothek ist nicht verschlüsselt.',
    text: 'Ist sie es, lassen sich alle Aufnahmen, Transkripte, Notizen und Einstellungen erst lesen, nachdem jemand Ihre Passphrase eingegeben hat.',
    helps: 'Verschlüsselung hilft,',
    helpsList: {
      lost: 'wenn der Rechner oder seine Festplatte verloren geht, gestohlen oder weitergegeben wird',
      copied: 'wenn jemand den Datenordner kopiert',
    },
    fails: 'Verschlüsselung hilft nicht',
    failsList: {
      open: 'gegen jemanden, der an diesem Rechner sitzt, oder ein Programm, das darauf läuft, solange die Bibliothek offen ist',
      elsewhere: 'bei dem, was Sie exportiert, verschickt oder anderswo gespeichert haben',
    },
    start: 'Bibliothek verschlüsseln …',
  },
  form: {
    title: 'Bibliothek verschlüsseln',
    passphrase: 'Passphrase',
    passphraseAbout: 'Mindestens 8 Zeichen. Vier, fünf zufällige Wörter merkt man sich leicht.',
    again: 'Passphrase noch einmal',
    short: 'Eine Passphrase hat mindestens 8 Zeichen.',
    guessable: 'Kurze lassen sich durch Probieren erraten. Ein, zwei Wörter mehr verhindern das.',
    mismatch: 'Die beiden sind nicht gleich.',
    keychain: 'Mit dem Schlüsselbund dieses Rechners öffnen',
    keychainAbout:
      'Dann muss niemand die Passphrase tippen, solange Sie an diesem Rechner angemeldet sind. Anderswo ist sie weiter nötig.',
    copies: 'Kopien im Datenordner, die lesbar bleiben:',
    copyKinds: {
      replaced_library_one: '{{count}} ersetzte Bibliothek ({{size}})',
      replaced_library_other: '{{count}} ersetzte Bibliotheken ({{size}})',
      export_one: '{{count}} Export ({{size}})',
      export_other: '{{count}} Exporte ({{size}})',
    },
    deleteCopies_one: 'Diese Kopie danach löschen ({{size}})',
    deleteCopies_other: 'Diese Kopien danach löschen ({{count}}, {{size}})',
    deleteCopiesAbout: 'Das lässt sich nicht rückgängig machen.',
    closes:
      'Die Bibliothek schließt sich kurz, und laufende Arbeit wartet. Sie bekommen einen Wiederherstellungscode, der nur einmal gezeigt wird. Ohne Passphrase und ohne Code kann niemand die Bibliothek mehr öffnen.',
    submit: 'Jetzt verschlüsseln',
  },
  code: {
    title: 'Bewahren Sie diesen Wiederherstellungscode auf',
    text: 'Er öffnet die Bibliothek, wenn Sie die Passphrase vergessen. Drucken Sie ihn oder schreiben Sie ihn auf, und bewahren Sie ihn nicht bei diesem Rechner auf.',
    once: 'Er wird nur jetzt gezeigt.',
    encrypt: 'Inzwischen wird die Bibliothek verschlüsselt.',
    renewal: 'Der Code, den Sie vorher hatten, öffnet nichts mehr.',
    rekey:
      'Inzwischen wird die Bibliothek neu verschlüsselt. Bis das fertig ist, öffnen die Passphrase und der Code von vorher sie.',
    save: 'Als Datei speichern',
    print: 'Drucken',
    file: 'earshot-wiederherstellungscode.txt',
    fileText: 'Wiederherstellungscode der Earshot-Bibliothek, {{when}}',
    kept: 'Ich habe ihn aufbewahrt',
    go: 'Weiter',
  },
  on: {
    state: 'Die Bibliothek ist verschlüsselt.',
    openedBy: 'Sie öffnet sich durch:',
    openers: {
      passphrase: 'die Passphrase',
      recovery_code: 'den Wiederherstellungscode',
      keychain: 'den Schlüsselbund dieses Rechners, ohne zu fragen',
    },
    recordings_one: '{{done}} von {{count}} Aufnahme verschlüsselt',
    recordings_other: '{{done}} von {{count}} Aufnahmen verschlüsselt',
    recordingsAbout: 'Die übrigen folgen, solange die Bibliothek offen ist.',
    copies:
      'Diese Kopien im Datenordner lassen sich ohne Passphrase lesen. Ersetzte Bibliotheken können Sie unter Speicherplatz löschen.',
    keychain: 'Mit dem Schlüsselbund dieses Rechners öffnen',
    lock: 'Jetzt sperren',
    changePassphrase: 'Passphrase ändern …',
    changed: 'Die Passphrase wurde geändert.',
    rekey: 'Neuer Schlüssel …',
    newCode: 'Neuer Wiederherstellungscode …',
    decrypt: 'Entschlüsseln …',
  },
  change: {
    title: 'Passphrase ändern',
    does: 'Die Passphrase, die Sie jetzt haben, öffnet diese Bibliothek dann nicht mehr. Der Wiederherstellungscode bleibt.',
    keeps:
      'Nichts wird neu verschlüsselt. Wer eine ältere Kopie des Datenordners oder eine Sicherung hat und die Passphrase von damals kennt, kann damit auch diese Bibliothek öffnen. Wenn sie jemand anderes kennen könnte, wählen Sie stattdessen „Neuer Schlüssel …“.',
    backups:
      'Sicherungen öffnen sich wie bisher: hier ohne zu fragen, anderswo mit der Passphrase, unter der sie gemacht wurden.',
    submit: 'Ändern',
  },
  rekey: {
    title: 'Der Bibliothek einen neuen Schlüssel geben',
    does: 'Alles wird neu verschlüsselt. Keine Passphrase, kein Wiederherstellungscode und keine ältere Kopie von vorher öffnet diese Bibliothek mehr, nur die Passphrase, die Sie hier eingeben, und ein neuer Wiederherstellungscode.',
    keeps:
      'Die Bibliothek ist eine Weile geschlossen; die Aufnahmen folgen eine nach der anderen, während Sie weiterarbeiten. Es geht nichts verloren, wenn der Rechner ausgeschaltet wird.',
    backups:
      'Sicherungen und ersetzte Bibliotheken bleiben, wie sie sind, und wer die Passphrase von damals kennt, kann sie lesen. Hier werden sie ohne Nachfrage wiederhergestellt. Machen Sie danach eine neue Sicherung, und löschen Sie die älteren, wenn es sein muss.',
    submit: 'Neuen Schlüssel machen',
  },
  renewing: {
    title: 'Einen neuen Wiederherstellungscode machen?',
    text: 'Der Code, den Sie jetzt haben, öffnet dann nichts mehr. Die Passphrase bleibt.',
    confirm: 'Neuen Code machen',
  },
  decrypting: {
    title: 'Die Bibliothek entschlüsseln?',
    text: 'Danach kann jeder alles lesen, der die Festplatte dieses Rechners oder eine Kopie des Datenordners hat. Die Bibliothek ist geschlossen, bis es fertig ist; bei vielen Aufnahmen kann das dauern.',
    confirm: 'Entschlüsseln',
  },
  firstRun: {
    off: 'Wenn Sie mögen, verschlüsseln Sie die Bibliothek gleich mit einer Passphrase. Das geht auch später unter Einstellungen › Verschlüsselung.',
    on: 'Die Bibliothek ist verschlüsselt.',
  },
  command: 'Bibliothek sperren',
  commandWords: 'sperren schließen Verschlüsselung Passphrase',
  lockFailed: 'Die Bibliothek wurde nicht gesperrt: {{reason}}',
}
