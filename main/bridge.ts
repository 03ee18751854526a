import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { Type } from 'typebox'
import { callChannels, type DesktopCalls } from './desktop-api.ts'
import { checkOf } from './schema-check.ts'
import { isOwnAddress, type OwnOrigin } from './security.ts'

const nothing = checkOf(Type.Tuple([]))
const Text = (maxLength: number) => Type.String({ maxLength })
const Path = Type.String({ maxLength: 2_048, pattern: '^/[^\\\\]*$' })

/** The arguments that each call from the page accepts. */
const accepts = {
  session: nothing,
  openOutside: checkOf(Type.Tuple([Text(2_048)])),
  noteActivity: checkOf(
    Type.Tuple([
      Type.Object(
        {
          recording: Type.Enum(['idle', 'recording', 'paused']),
          uploads: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
        },
        { additionalProperties: false },
      ),
    ]),
  ),
  notify: checkOf(
    Type.Tuple([
      Type.Object(
        { title: Text(200), body: Text(1_000), path: Type.Union([Path, Type.Null()]) },
        { additionalProperties: false },
      ),
    ]),
  ),
  revealDataFolder: nothing,
  chooseFolder: nothing,
  loginItem: nothing,
  setLoginItem: checkOf(Type.Tuple([Type.Boolean()])),
  shortcut: nothing,
  setShortcut: checkOf(Type.Tuple([Type.Union([Text(60), Type.Null()])])),
  updates: nothing,
  checkForUpdates: nothing,
  downloadUpdate: nothing,
  installUpdate: nothing,
  canRecordSystemAudio: nothing,
} satisfies {
  [Name in keyof DesktopCalls]: (args: unknown) => args is Parameters<DesktopCalls[Name]>
}

export type BridgeActions = {
  [Name in keyof DesktopCalls]: (
    ...args: Parameters<DesktopCalls[Name]>
  ) => ReturnType<DesktopCalls[Name]> | Promise<ReturnType<DesktopCalls[Name]>>
}

/** Registers every handler. Each rejects senders other than our own page, and invalid arguments. */
export function registerBridge(ipc: IpcMain, ownOrigin: OwnOrigin, actions: BridgeActions): void {
  for (const [name, isAccepted] of Object.entries(accepts)) {
    const channel: string = Reflect.get(callChannels, name)
    const act: (...args: never[]) => unknown = Reflect.get(actions, name)
    ipc.handle(channel, async (event, ...args: unknown[]) => {
      if (!isOwnPage(event, ownOrigin)) throw new Error('Refused: not the page of this app.')
      if (!isAccepted(args)) throw new Error('Refused: not the arguments of this call.')
      return Reflect.apply(act, actions, args)
    })
  }
}

/** True for the top frame of our own page (reliability.md E-5). */
function isOwnPage({ senderFrame }: IpcMainInvokeEvent, ownOrigin: OwnOrigin): boolean {
  // null if the frame has closed or navigated since it sent the message
  return (
    senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url, ownOrigin)
  )
}
