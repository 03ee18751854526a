/** Programs that speak the Model Context Protocol. */
export const assistants = {
  lead: 'Claude, Cursor and other assistants can search your calls and answer from them. Whatever an assistant reads goes to whoever runs its model, so it may leave this machine.',
  connect: 'Connect an assistant',
  clients: 'Assistant',
  copyFor: 'Copy for {{client}}',
  places: {
    terminal: 'Run this in a terminal.',
    desktopFile:
      'Add this to claude_desktop_config.json, which Claude opens under Settings › Developer. It needs Earshot’s command line and no key.',
    cursorFile: 'Add this to .cursor/mcp.json in your home folder.',
    codeFile: 'Add this to .vscode/mcp.json in a project, or to mcp.json of your profile.',
  },
  key: 'Put an <1>API key</1> in place of YOUR_KEY: one for each assistant, so that you can tell them apart and revoke one. A key that only reads is enough, and it can be limited to projects.',
  write: 'Assistants may make changes',
  writeAbout:
    'They can then tick off tasks, run prompts and upload recordings, with a key that may write. Somebody in a call may try to talk an assistant into something, so leave this off unless you need it.',
  calls: 'What assistants did',
} as const
