import type { failures as english } from '../en/failures.ts'
import type { Texts } from '../texts.ts'

export const failures: Texts<typeof english> = {
  /** By error code: of a response, of failed work, or of this page. */
  codes: {
    validation_error: 'Die Angaben sind nicht gültig.',
    unsupported_api_version: 'Der Dienst kennt diese Version seiner Schnittstelle nicht.',
    authentication_required: 'Der API-Schlüssel fehlt, ist unbekannt, abgelaufen oder widerrufen.',
    quota_exceeded: 'Die Minuten oder der Speicherplatz der Organisation sind aufgebraucht.',
    insufficient_permissions:
      'Dieser Schlüssel darf das nicht. Wenden Sie sich an eine Administratorin oder einen Administrator.',
    project_access_denied: 'Dieser Schlüssel ist auf andere Projekte beschränkt.',
    resource_protected:
      'Mitgelieferte Prompts und der Eigentümer lassen sich nicht ändern oder entfernen.',
    origin_not_allowed: 'Nur Programme auf diesem Rechner und die App selbst haben Zugriff.',
    upload_refused:
      'Die Adresse zum Hochladen ist falsch, verbraucht oder abgelaufen, oder die Datei ist nicht die angekündigte. Laden Sie die Datei noch einmal hoch.',
    sign_in_link_invalid:
      'Der Link wurde benutzt, ist abgelaufen oder wurde in einem anderen Browser angefordert.',
    media_refused:
      'Die Adresse der Aufnahme ist abgelaufen oder wurde verändert. Laden Sie die Seite neu.',
    not_found: 'Das gibt es nicht oder nicht mehr.',
    method_not_allowed: 'Die Adresse nimmt diese Art von Anfrage nicht an.',
    id_taken: 'Unter dieser Kennung ist schon etwas anderes gespeichert.',
    slug_taken: 'Ein anderes Projekt hat diesen Kurznamen schon.',
    project_in_bin:
      'Das Projekt der Aufnahme liegt im Papierkorb. Stellen Sie es zuerst wieder her.',
    prompt_in_use:
      'Der Prompt ist als Standard eingestellt. Wählen Sie zuerst einen anderen Standard.',
    last_admin: 'Die Organisation braucht mindestens eine Person mit Administratorrechten.',
    already_member: 'Diese E-Mail-Adresse gehört schon einem Mitglied.',
    invitation_exists:
      'An diese Adresse ist schon eine Einladung offen. Senden Sie diese noch einmal.',
    invitation_not_pending:
      'Die Einladung wurde schon angenommen oder widerrufen, oder sie ist abgelaufen.',
    cannot_revoke_current_key:
      'Ein Schlüssel kann sich nicht selbst widerrufen. Verwenden Sie dafür einen anderen.',
    content_processing: 'Die Aufnahme wird gerade transkribiert. Warten Sie, bis das fertig ist.',
    content_not_processing: 'Die Aufnahme wird gerade nicht transkribiert.',
    analysis_ended: 'Die Analyse ist bereits beendet.',
    speaker_name_taken: 'In dieser Aufnahme heißt schon jemand so. Führen Sie die beiden zusammen.',
    transcript_not_ready: 'Die Aufnahme hat noch kein Transkript.',
    waveform_missing: 'Zu dieser Aufnahme gibt es keine Wellenform.',
    no_audio: 'Das ist ein importiertes Transkript; es gibt dazu keinen Ton.',
    transcript_mismatch: 'Von diesen Wörtern kommt in dieser Aufnahme kaum eines vor.',
    upload_incomplete: 'Die Datei ist noch nicht vollständig angekommen.',
    live_words_replaced: 'Ein späterer Teil derselben Aufnahme ist an seine Stelle getreten.',
    recovery_not_possible:
      'Die Bibliothek ist heil, oder es wird gerade etwas anderes für sie getan.',
    kept_on_server:
      'Die Bibliothek liegt auf einem Datenbankserver; wer ihn betreibt, erledigt das mit dessen eigenen Werkzeugen.',
    backup_running: 'Eine Sicherung läuft gerade; warten Sie, bis sie fertig ist.',
    upload_in_progress: 'Die Datei wird bereits gesendet.',
    idempotency_in_progress: 'Dieselbe Anfrage ist noch in Arbeit.',
    request_timeout: 'Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es noch einmal.',
    precondition_failed: 'Die Aufnahme hat sich inzwischen geändert.',
    payload_too_large: 'Das ist größer, als der Dienst annimmt.',
    unsupported_media_type: 'Diese Art von Datei wird nicht angenommen.',
    range_not_satisfiable: 'Die Aufnahme endet vor der gewünschten Stelle.',
    hub_file_refused:
      'Der Hub hat diese Datei nicht, gibt sie nur an Angemeldete, oder sie ist kein GGUF. Prüfen Sie den Namen.',
    idempotency_key_reused: 'Dieselbe Anfrage kam schon einmal mit anderem Inhalt.',
    rate_limited: 'Zu viele Anfragen auf einmal. Warten Sie einen Augenblick.',
    internal_error: 'Im Dienst ist etwas schiefgegangen. Versuchen Sie es noch einmal.',
    model_in_use:
      'Mit diesem Modell wird gerade eine Aufnahme bearbeitet. Warten Sie, bis das fertig ist.',
    hub_unavailable:
      'Der Hub ist nicht zu erreichen. Prüfen Sie das Netz und versuchen Sie es noch einmal.',
    model_unavailable: 'Das Modell für diese Arbeit ist nicht installiert.',
    shutting_down: 'Der Dienst wird gerade beendet. Versuchen Sie es wieder, sobald er läuft.',
    database_unavailable:
      'Die Datenbank antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
    storage_unavailable:
      'Der Speicher der Aufnahmen antwortet gerade nicht. Versuchen Sie es gleich noch einmal.',
    wrong_passphrase: 'Damit öffnet sich die Bibliothek nicht.',
    encryption_not_possible: 'Das geht nicht, solange die Bibliothek so ist wie jetzt.',
    library_locked: 'Die Bibliothek ist gesperrt.',
    recovery_mode: 'Die Bibliothek lässt sich nicht öffnen.',
    insufficient_storage: 'Die Festplatte dieses Rechners ist voll.',
    calendar_unreadable:
      'Der Kalender lässt sich nicht lesen. Prüfen Sie, ob die Adresse zu einer .ics-Datei führt.',
    calendar_too_large: 'Der Kalender hat mehr als 10 MB.',
    dns_failed: 'Der Server dieser Adresse wurde nicht gefunden.',
    connection_refused: 'Der Server ist nicht erreichbar.',
    tls_failed: 'Das Zertifikat des Servers wurde nicht akzeptiert.',
    http_status:
      'Der Server gibt den Kalender nicht heraus. Prüfen Sie, ob die Adresse erneuert wurde.',
    timeout: 'Der Server hat nicht rechtzeitig geantwortet.',
    secret_unreadable: 'Die Adresse ist nicht mehr lesbar. Fügen Sie den Kalender neu hinzu.',
    folder_missing:
      'Der Ordner ist nicht da. Schließen Sie sein Laufwerk an, oder legen Sie ihn zurück.',
    folder_unreadable:
      'Earshot darf den Ordner nicht lesen. Erlauben Sie es in den Einstellungen des Systems.',
    folder_too_large: 'Der Ordner enthält zu viele Dateien. Beobachten Sie einen darin.',
    file_unreadable:
      'Earshot darf die Datei nicht lesen. Erlauben Sie es und versuchen Sie es erneut.',
    folder_not_writable:
      'Earshot darf in den Ordner nicht schreiben. Erlauben Sie es in den Einstellungen des Systems.',
    disk_full:
      'Die Festplatte des Ordners ist voll. Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.',
    file_not_written:
      'Eine Notiz lässt sich nicht schreiben. Sehen Sie nach, ob ein anderes Programm ihre Datei sperrt.',
    no_audio_stream: 'Die Datei enthält keinen Ton.',
    unsupported_media: 'Dieses Audio- oder Videoformat kann Earshot nicht lesen.',
    media_too_long: 'Die Aufnahme ist länger, als Earshot annimmt.',
    transcript_unreadable: 'Diese Datei lässt sich nicht als Transkript lesen.',
    transcript_empty: 'Keine Zeile dieser Datei sagt, wann oder von wem sie gesprochen wurde.',
    transcript_too_long: 'Das Transkript ist länger, als Earshot annimmt.',
    media_damaged: 'Die Datei wurde auf der Festplatte verändert.',
    media_missing: 'Die Datei ist nicht mehr auf der Festplatte.',
    decode_failed: 'Die Datei ist beschädigt oder wurde abgeschnitten.',
    out_of_memory: 'Der Arbeitsspeicher dieses Rechners hat nicht gereicht.',
    model_missing: 'Die Datei des Modells fehlt.',
    model_server_failed: 'Das Programm mit dem Sprachmodell hat nicht richtig geantwortet.',
    language_unsupported: 'Das Modell kennt diese Sprache nicht.',
    engine_crashed: 'Die Verarbeitung wurde unerwartet beendet.',
    engine_timeout: 'Es hat viel länger gedauert, als es sollte.',
    schema_not_satisfied: 'Das Modell hat sich nicht an die Form der Antwort gehalten.',
    cancelled: 'Es wurde angehalten, bevor es fertig war.',
    interrupted: 'Earshot wurde während dieser Arbeit mehrmals beendet.',
    service_unreachable:
      'Der Dienst von Earshot antwortet nicht. Sehen Sie nach, ob er noch läuft.',
    unexpected_answer: 'Der Dienst hat eine Antwort gegeben, die sich nicht lesen ließ.',
    unexpected_error: 'Etwas ist schiefgegangen.',
    upload_interrupted: 'Das Hochladen wurde unterbrochen. Versuchen Sie es noch einmal.',
    wait_timeout: 'Es hat länger gedauert, als diese Seite wartet.',
  },
  /** What is wrong with a single field, by error code. */
  fields: {
    required: 'Diese Angabe fehlt.',
    unknown_field: 'Diese Angabe kennt der Dienst nicht.',
    invalid: 'Diese Angabe ist nicht gültig.',
    unknown: 'Das gibt es nicht oder nicht mehr.',
    taken: 'Das ist schon vergeben.',
    duplicate: 'Das kommt zweimal vor.',
    ambiguous: 'Das steht für zwei Begriffe.',
    all: 'Eines muss bleiben. Ändern Sie stattdessen den Namen.',
    conflict: 'Zwei der Angaben schließen einander aus.',
    out_of_range: 'Das liegt außerhalb dessen, was es gibt.',
    quota_exceeded: 'Das ist mehr, als noch frei ist.',
    invalid_cursor: 'Die Liste hat sich geändert. Laden Sie sie neu.',
    language_unsupported: 'Das Modell kennt diese Sprache nicht.',
    in_past: 'Der Zeitpunkt muss in der Zukunft liegen.',
    too_long: 'Das ist zu lang.',
    too_deep: 'Das ist zu tief verschachtelt.',
    too_many: 'Mehr davon sind nicht möglich.',
    unknown_placeholder: 'Ein Platzhalter darin ist unbekannt.',
    missing_transcript: 'Die Stelle, an die das Transkript kommt, fehlt.',
    unsupported: 'Etwas darin wird nicht unterstützt.',
    https_required: 'Die Adresse muss mit https:// beginnen.',
    credentials_not_allowed: 'Die Adresse darf keine Zugangsdaten enthalten.',
    remote_not_allowed: 'Es darf nur dann auf einem anderen Rechner liegen, wenn Sie das erlauben.',
    unencrypted_not_allowed:
      'Es muss mit https:// beginnen, wenn Sie keine unverschlüsselte Verbindung erlauben.',
    no_model_server: 'Dort wurden keine Sprachmodelle gefunden.',
    port_not_allowed: 'Erlaubt sind Port 443 und Ports über 1023.',
    no_such_host: 'Einen solchen Rechner kann es nicht geben.',
    address_blocked: 'Die Adresse darf nicht zu diesem Rechner oder in ein privates Netz führen.',
    not_absolute: 'Das muss der vollständige Pfad sein.',
    own_folder: 'Darin liegen Dateien von Earshot selbst, oder er liegt zwischen ihnen.',
    known: 'Das ist schon hinzugefügt.',
    calendar_unreadable: 'Das ist kein lesbarer Kalender.',
    folder_missing: 'Diesen Ordner gibt es nicht.',
    folder_unreadable: 'Earshot darf diesen Ordner nicht lesen.',
    folder_too_large: 'Der Ordner enthält zu viele Dateien. Beobachten Sie einen darin.',
    inactive: 'Schalten Sie den Webhook ein, bevor Sie noch einmal senden.',
    folder_not_writable: 'Earshot darf in diesen Ordner nicht schreiben.',
    out_of_reach: 'Dieser Webhook bekommt keine Ereignisse dieses Projekts.',
  },
  /** The same for `invalid`, where the message names the broken rule. */
  rules: {
    tooShort_one: 'Mindestens {{count}} Zeichen.',
    tooShort_other: 'Mindestens {{count}} Zeichen.',
    tooLong_one: 'Höchstens {{count}} Zeichen.',
    tooLong_other: 'Höchstens {{count}} Zeichen.',
    tooFew_one: 'Mindestens {{count}} Eintrag.',
    tooFew_other: 'Mindestens {{count}} Einträge.',
    tooMany_one: 'Höchstens {{count}} Eintrag.',
    tooMany_other: 'Höchstens {{count}} Einträge.',
    atLeast: 'Mindestens {{limit}}.',
    atMost: 'Höchstens {{limit}}.',
    email: 'Das ist keine E-Mail-Adresse.',
    time: 'Das ist kein Datum und keine Uhrzeit.',
    number: 'Hier gehört eine Zahl hin.',
    choice: 'Das steht nicht zur Wahl.',
    empty: 'Das darf nicht leer sein.',
    visible: 'Eine Zeile mit sichtbarem Text, bitte.',
    blank: 'Hier muss mehr stehen als Leerzeichen.',
  },
  /** Screens shown in place of another. */
  screens: {
    notHere: 'Nicht gefunden',
    nothing: 'Unter dieser Adresse gibt es nichts',
    nothingText: 'Vielleicht wurde es gelöscht, oder der Link ist unvollständig.',
    toProjects: 'Zu Ihren Projekten',
    notOpened: 'Dieser Bildschirm ließ sich nicht öffnen',
    fault: 'Dabei trat ein Fehler auf',
    untouched: 'Ihre Aufnahmen sind davon nicht betroffen.',
  },
  session: {
    title: 'Öffnen Sie Earshot über seine Adresse',
    ended: 'Diese Sitzung ist beendet',
    refused:
      'Der Dienst hat den Schlüssel nicht angenommen. Bei jedem Start bekommt er einen neuen.',
    window: 'Earshot öffnen',
    how: 'Starten Sie Earshot noch einmal wie gewohnt: Es öffnet diese Seite mit einem neuen Schlüssel. Läuft es schon, öffnen Sie die Adresse, die es beim Start gezeigt hat.',
    paste: 'Oder fügen Sie einen Schlüssel ein',
    pasteAbout: 'Den Sitzungsschlüssel oder einen API-Schlüssel, der mit sk_live_ beginnt',
    show: 'Schlüssel zeigen oder verbergen',
    open: 'Öffnen',
  },
  atField: '{{field}}: {{message}}',
}
