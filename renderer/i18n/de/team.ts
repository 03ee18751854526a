import type { team as english } from '../en/team.ts'
import type { Texts } from '../texts.ts'

export const team: Texts<typeof english> = {
  analyses: {
    none: {
      readyText:
        'Wählen Sie einen Prompt und führen Sie ihn aus: Er liest das Transkript auf dem Server Ihres Teams und füllt seine Felder aus.',
    },
    help: {
      out_of_memory:
        'Der Arbeitsspeicher des Servers reichte nicht. Verwenden Sie ein kleineres Modell.',
      model_missing:
        'Das Sprachmodell fehlt auf dem Server. Sagen Sie es einem Admin und versuchen Sie es dann noch einmal.',
      model_server_failed:
        'Das Programm mit dem Sprachmodell läuft nicht, ist überlastet oder hat abgelehnt. Sagen Sie es einem Admin und versuchen Sie es dann noch einmal.',
    },
    needsModel: {
      install: 'Zu den Sprachmodellen des Servers',
    },
  },
  apiKeys: {
    about: 'Mit Schlüsseln greifen Ihre eigenen Programme auf Earshot zu.',
    empty: {
      text: 'Skripte und andere Programme brauchen einen Schlüssel, um Aufnahmen zu lesen oder hinzuzufügen. Legen Sie für jedes Programm einen eigenen an, dann lässt sich jeder einzeln widerrufen.',
    },
  },
  assistants: {
    lead: 'Claude, Cursor und andere Assistenten können Ihre Gespräche durchsuchen und Fragen daraus beantworten. Was ein Assistent liest, geht an den Betreiber seines Modells und kann damit den Server Ihres Teams verlassen.',
    speech: {
      lead: 'Programme, in denen sich für die Spracherkennung von OpenAI eine andere Adresse eintragen lässt, oft „Custom Endpoint“ oder „Base URL“ genannt, können stattdessen Earshot nutzen. Was Sie dort diktieren, wird auf dem Server Ihres Teams transkribiert, und nichts davon wird aufbewahrt.',
      addressNote: 'Für Programme, die den Server Ihres Teams erreichen.',
      places: {
        openWebUi: 'In den Admin-Einstellungen von Open WebUI unter Audio.',
        homeAssistant: 'In configuration.yaml, mit der Integration „OpenAI Whisper API“ aus HACS.',
      },
    },
    places: {
      desktopFile:
        'Fügen Sie das in claude_desktop_config.json ein, die Claude unter Einstellungen › Entwickler öffnet. Nötig ist Earshots Kommandozeile neben Claude.',
    },
  },
  auditLog: {
    inApp: 'auf der Kommandozeile des Servers',
  },
  content: {
    add: {
      firstText:
        'Ziehen Sie Audio, Video, Transkripte (VTT, SRT, TXT, MD, JSON) oder Ordner hierher, oder wählen Sie Dateien. Alles wird auf dem Server Ihres Teams transkribiert. Je bis zu 5 GB.',
    },
    help: {
      media_damaged:
        'Fügen Sie die Aufnahme erneut hinzu. Was transkribiert wurde, bleibt erhalten.',
      media_missing:
        'Fügen Sie die Aufnahme erneut hinzu. Was transkribiert wurde, bleibt erhalten.',
      out_of_memory: 'Transkribieren Sie später noch einmal oder mit einem kleineren Modell.',
      model_missing:
        'Transkribieren Sie noch einmal mit einem anderen Modell, oder sagen Sie es einem Admin.',
      engine_timeout: 'Transkribieren Sie später noch einmal oder mit einem kleineren Modell.',
      quota_exceeded:
        'Ein Admin kann die Grenze unter Einstellungen, Verbrauch anheben. Transkribieren Sie dann noch einmal.',
    },
    queue: {
      pausedText:
        'Seit {{since}}. Auch neue Aufnahmen und Analysen warten. Was gerade transkribiert wurde, behält seine fertigen Teile.',
    },
  },
  failures: {
    codes: {
      insufficient_storage:
        'Auf dem Server ist kein Platz mehr. Sagen Sie es denen, die ihn betreiben.',
      out_of_memory: 'Der Arbeitsspeicher des Servers hat nicht gereicht.',
      origin_not_allowed: 'Aus einem Browser hat nur die Seite von Earshot selbst Zugriff.',
      insufficient_permissions: 'Das dürfen Sie nicht. Wenden Sie sich an einen Admin.',
      folder_missing: 'Auf dem Server gibt es diesen Ordner nicht.',
      folder_unreadable: 'Earshot darf den Ordner auf dem Server nicht lesen.',
      folder_not_writable: 'Earshot darf in den Ordner auf dem Server nicht schreiben.',
      media_damaged: 'Die Datei wurde auf dem Server verändert.',
      media_missing: 'Die Datei ist nicht mehr auf dem Server.',
    },
    fields: {
      address_blocked: 'Die Adresse darf nicht zum Server selbst oder in ein privates Netz führen.',
    },
  },
  home: {
    empty: {
      text: 'Nehmen Sie ein Gespräch auf, oder ziehen Sie eine Datei hierher. Daraus werden auf dem Server Ihres Teams Text, Zusammenfassung und Aufgaben.',
    },
  },
  modelServers: {
    about:
      'Wenn auf dem Server oder anderswo Ollama, LM Studio, llama-server oder vLLM läuft, können dessen Modelle die Analysen schreiben. Programme auf dem Server werden gefunden, solange sie laufen.',
    looking: 'Programme auf dem Server werden gesucht …',
    none: 'Auf dem Server läuft kein solches Programm.',
    found: 'Auf dem Server gefunden',
  },
  models: {
    about:
      'Installierte Modelle laufen auf dem Server Ihres Teams und sonst nirgends. Er hat {{memory}} Arbeitsspeicher und {{cores}}.',
    recommended: {
      best: 'Das beste für den Server',
    },
    pace_one: '{{times}}× Echtzeit auf dem Server, gemessen an {{count}} Aufnahme',
    pace_other: '{{times}}× Echtzeit auf dem Server, gemessen an {{count}} Aufnahmen',
    fits: {
      good: 'Passt zum Server',
      too_large: 'Zu groß für den Server',
    },
    automaticAbout: 'Genutzt wird das größte installierte Sprachmodell, das zum Server passt.',
  },
  notices: {
    kinds: {
      mediaMissing: 'Die Datei von „{{name}}“ ist nicht mehr da',
      mediaBody: 'Das Transkript ist erhalten. Fügen Sie die Aufnahme erneut hinzu.',
      watched_folder_missing:
        '{{path}} gibt es auf dem Server nicht; von dort kommen keine Aufnahmen.',
      notes_folder_missing:
        '{{path}} gibt es auf dem Server nicht; dort werden keine Notizen geschrieben.',
    },
  },
  orphans: {
    about:
      'Diese Aufnahmen sind gespeichert, aber die Bibliothek kennt sie nicht: nach einem Schaden oder weil eine ältere Kopie zurückgelegt wurde. Von selbst wird keine gelöscht.',
    question: {
      text: '{{name}} wird gelöscht und lässt sich nicht wiederherstellen.',
    },
  },
  projects: {
    settings: {
      voicesAbout:
        'Wenn Sie jemanden benennen, merkt sich Earshot zum Namen eine Liste von Zahlen, die sagt, wie die Stimme klingt: keinen Ton, und nichts, woraus man sie abspielen könnte. Sie bleibt auf dem Server Ihres Teams und in diesem Projekt, und über jeden Vorschlag entscheiden Sie. Fragen Sie die Menschen, die Sie aufnehmen.',
    },
    notesFolder: {
      about:
        'Earshot hält jede Aufnahme dieses Projekts als Markdown-Datei in einem Ordner des Servers, für Obsidian, Logseq oder Git: Zusammenfassung, Aufgaben und Transkript. Was in den Dateien außerhalb der Marken von Earshot geschrieben wird, bleibt, und Aufgaben, die dort abgehakt werden, sind auch hier abgehakt.',
      open: 'Die Dateien kann jeder lesen, der den Ordner auf dem Server lesen kann.',
      pathAbout: 'Der vollständige Pfad auf dem Server',
    },
    folders: {
      online_one: 'Nur in der Cloud: {{names}}. Die Datei muss auf den Server geladen werden.',
      online_other:
        'Nur in der Cloud: {{names}}. Die Dateien müssen auf den Server geladen werden.',
    },
  },
  recorder: {
    setup: {
      place:
        'Wird laufend auf dieses Gerät geschrieben und dann an den Server Ihres Teams gesendet.',
    },
    words: {
      slow: 'Der Server ist gerade zu langsam für ein Live-Transkript. Die Aufnahme läuft weiter und wird transkribiert, sobald Sie sie beenden.',
    },
    running: {
      text: 'Sie sind abgemeldet, aber was Sie sagen, wird weiter aufgenommen, hier gespeichert und hochgeladen, sobald Sie wieder angemeldet sind.',
    },
    problemText: {
      insecure:
        'Browser erlauben es nur über https. Öffnen Sie Earshot unter seiner https-Adresse.',
    },
  },
  settings: {
    organization: {
      languageDefault: 'Das größte installierte, das zum Server passt',
    },
    usage: {
      about: 'Die Grenzen setzen Admins: Sie schützen die Festplatte und die Zeit des Servers.',
    },
    about: {
      what: 'Earshot transkribiert, was gesagt wurde, auf dem eigenen Server Ihres Teams.',
    },
    sections: {
      groups: {
        app: 'In diesem Browser',
      },
    },
    storage: {
      disk: 'Frei auf der Festplatte des Servers: {{free}} von {{all}}.',
    },
    privacy: {
      lead: 'Aufnahmen, Transkripte und Analysen bleiben auf dem Server Ihres Teams. Dies ist alles, was ihn verlässt oder andere anspricht:',
      leadStore:
        'Hier hält der Server Ihres Teams, was gesagt wurde, und dies ist alles, was ihn verlässt oder andere anspricht:',
      nothing:
        'Sonst verlässt nichts den Server Ihres Teams, außer was Mitglieder öffnen und ihre Programme lesen. Niemand erfährt, wie Sie Earshot nutzen.',
      serverHere: 'auf dem Server',
      serverElsewhere: 'auf einem anderen Gerät',
    },
  },
  webhooks: {
    form: {
      saidGoesTo: 'Was gesagt wurde, verlässt dann den Server Ihres Teams und geht an {{host}}.',
      saidGoesOut:
        'Was gesagt wurde, verlässt dann den Server Ihres Teams und geht an diese Adresse.',
    },
    errors: {
      address_blocked: 'Die Adresse gehört zum Server selbst oder zu einem privaten Netz.',
    },
  },
}
