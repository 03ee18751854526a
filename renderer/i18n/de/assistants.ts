export const assistants = {
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
  calls: 'Was Assistenten getan haben',
} as const
