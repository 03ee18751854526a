/** What the recorder in the page is doing. */
export type RecordingState = 'idle' | 'recording' | 'paused'

/** What the shell asks of the page; renderer/bridge.ts names the same. */
export const desktopCommands = [
  'record',
  'stop',
  'search',
  'import',
  'queue',
  'settings',
  'keys',
  'about',
] as const
export type DesktopCommand = (typeof desktopCommands)[number]
/** Those that open a page where there is none; `stop` never does. */
export type OpeningCommand = Exclude<DesktopCommand, 'stop'>
