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
    },
  },
  content: {
    add: {
      firstText:
        'Ziehen Sie Audio, Video, Transkripte (VTT, SRT, TXT, MD, JSON) oder Ordner hierher, oder wählen Sie Dateien. Alles wird auf dem Server Ihres Teams transkribiert. Je bis zu 5 GB.',
    },
  },
  failures: {
    codes: {
      insufficient_storage:
        'Auf dem Server ist kein Platz mehr. Sagen Sie es denen, die ihn betreiben.',
      out_of_memory: 'Der Arbeitsspeicher des Servers hat nicht gereicht.',
      origin_not_allowed: 'Aus einem Browser hat nur die Seite von Earshot selbst Zugriff.',
    },
  },
  home: {
    empty: {
      text: 'Nehmen Sie ein Gespräch auf, oder ziehen Sie eine Datei hierher. Daraus werden auf dem Server Ihres Teams Text, Zusammenfassung und Aufgaben.',
    },
  },
  models: {
    about:
      'Installierte Modelle laufen auf dem Server Ihres Teams und sonst nirgends. Er hat {{memory}} Arbeitsspeicher und {{cores}}.',
    recommended: { best: 'Das beste für den Server' },
    fits: { good: 'Passt zum Server', too_large: 'Zu groß für den Server' },
    automaticAbout: 'Genutzt wird das größte installierte Sprachmodell, das zum Server passt.',
  },
  projects: {
    settings: {
      voicesAbout:
        'Wenn Sie jemanden benennen, merkt sich Earshot zum Namen eine Liste von Zahlen, die sagt, wie die Stimme klingt: keinen Ton, und nichts, woraus man sie abspielen könnte. Sie bleibt auf dem Server Ihres Teams und in diesem Projekt, und über jeden Vorschlag entscheiden Sie. Fragen Sie die Menschen, die Sie aufnehmen.',
    },
  },
  recorder: {
    setup: {
      place:
        'Wird laufend auf dieses Gerät geschrieben und dann an den Server Ihres Teams gesendet.',
    },
  },
  settings: {
    organization: {
      languageDefault: 'Das größte installierte, das zum Server passt',
    },
    usage: {
      about: 'Die Grenzen setzt, wer den Server betreibt: Sie schützen dessen Festplatte und Zeit.',
    },
    about: {
      what: 'Earshot transkribiert, was gesagt wurde, auf dem eigenen Server Ihres Teams.',
    },
  },
  webhooks: {
    form: {
      saidGoesTo: 'Was gesagt wurde, verlässt dann den Server Ihres Teams und geht an {{host}}.',
      saidGoesOut:
        'Was gesagt wurde, verlässt dann den Server Ihres Teams und geht an diese Adresse.',
    },
  },
}
