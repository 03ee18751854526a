/** Programs that speak the Model Context Protocol. */
export const assistants = {
  title: 'Assistants',
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
  writeAdmins: 'Admins decide this.',
  calls: 'What assistants did',
  speech: {
    title: 'Speech recognition',
    lead: 'Programs that take another address for OpenAI’s speech recognition, often called “custom endpoint” or “base URL”, can use Earshot instead. What you dictate there is transcribed on this machine, and nothing of it is kept.',
    address: 'Address',
    copyAddress: 'Copy the address',
    addressNote: 'For programs on this machine. Inside a container, 127.0.0.1 is the container.',
    model: 'Model',
    copyModel: 'Copy the name of the model',
    modelNote: 'Stands for the speech model that is set up here, whichever that is.',
    key: 'Key',
    keyName: 'Speech for other programs',
    makeKey: 'Make a key',
    keyNote:
      'It only reads, and is shown once. As it can read your recordings as well, give it only to programs that you trust.',
    enter: 'Where to enter it',
    programs: 'Program',
    places: {
      openWebUi:
        'In the admin settings of Open WebUI, under Audio. It has to run on this machine, outside a container.',
      homeAssistant:
        'In configuration.yaml, with the integration “OpenAI Whisper API” from HACS. Home Assistant has to run on this machine.',
      openAi: 'In the environment of a program that uses one of OpenAI’s own clients.',
    },
  },
} as const
