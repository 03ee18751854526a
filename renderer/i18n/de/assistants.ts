export const assistants = {
  title: 'Assistenten',
  lead: 'Claude, Cursor und andere Assistenten können Ihre Gespräche durchsuchen und Fragen daraus beantworten. Was ein Assistent liest, geht an den Betreiber seines Modells und kann damit dieses Gerät verlassen.',
  connect: 'Assistent verbinden',
  clients: 'Assistent',
  copyFor: 'Für {{client}} kopieren',
  places: {
    terminal: 'Führen Sie das in einem Terminal aus.',
    desktopFile:
      'Fügen Sie das in claude_desktop_config.json ein, die Claude unter Einstellungen › Entwickler öffnet. Nötig ist Earshots Kommandozeile, ein Schlüssel nicht.',
    cursorFile: 'Fügen Sie das in .cursor/mcp.json in Ihrem Benutzerordner ein.',
    codeFile:
      'Fügen Sie das in .vscode/mcp.json eines Projekts oder in mcp.json Ihres Profils ein.',
  },
  key: 'Ersetzen Sie YOUR_KEY durch einen <1>API-Schlüssel</1>: für jeden Assistenten einen eigenen, damit Sie sie unterscheiden und einzeln widerrufen können. Leserecht genügt, und der Schlüssel lässt sich auf Projekte beschränken.',
  write: 'Assistenten dürfen etwas ändern',
  writeAbout:
    'Sie können dann mit einem Schlüssel, der schreiben darf, Aufgaben abhaken, Prompts ausführen und Aufnahmen hochladen. Jemand könnte in einem Gespräch versuchen, einen Assistenten zu etwas zu verleiten: Lassen Sie das aus, solange Sie es nicht brauchen.',
  writeAdmins: 'Das entscheiden Admins.',
  calls: 'Was Assistenten getan haben',
  speech: {
    title: 'Spracherkennung',
    lead: 'Programme, in denen sich für die Spracherkennung von OpenAI eine andere Adresse eintragen lässt, oft „Custom Endpoint“ oder „Base URL“ genannt, können stattdessen Earshot nutzen. Was Sie dort diktieren, wird auf diesem Gerät transkribiert, und nichts davon wird aufbewahrt.',
    address: 'Adresse',
    copyAddress: 'Adresse kopieren',
    addressNote:
      'Für Programme auf diesem Gerät. In einem Container ist mit 127.0.0.1 der Container selbst gemeint.',
    model: 'Modell',
    copyModel: 'Namen des Modells kopieren',
    modelNote: 'Steht für das Sprachmodell, das hier eingerichtet ist, welches es auch sei.',
    key: 'Schlüssel',
    keyName: 'Spracherkennung für andere Programme',
    makeKey: 'Schlüssel erstellen',
    keyNote:
      'Er darf nur lesen und wird einmal angezeigt. Da er auch Ihre Aufnahmen lesen kann, geben Sie ihn nur Programmen, denen Sie vertrauen.',
    enter: 'Wo das einzutragen ist',
    programs: 'Programm',
    places: {
      openWebUi:
        'In den Admin-Einstellungen von Open WebUI unter Audio. Es muss auf diesem Gerät laufen, außerhalb eines Containers.',
      homeAssistant:
        'In configuration.yaml, mit der Integration „OpenAI Whisper API“ aus HACS. Home Assistant muss auf diesem Gerät laufen.',
      openAi: 'In der Umgebung eines Programms, das einen der Clients von OpenAI nutzt.',
    },
  },
} as const
