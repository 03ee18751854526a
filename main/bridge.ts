import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isId } from '../service/core/ids.ts'
import { isOwnAddress, type OwnOrigin } from './security.ts'
import type { ShortcutState } from './shortcut.ts'
import type { UpdateState } from './updates.ts'
import type { WatchedFolder } from './watched-folders.ts'

const Nothing = Type.Tuple([])
const Text = (maxLength: number) => Type.String({ maxLength })
const Path = Type.String({ maxLength: 2_048, pattern: '^/[^\\\\]*$' })

/** Every call the page may make and its arguments. The preload names the same channels. */
const channels = {
  session: Nothing,
  'open-outside': Type.Tuple([Text(2_048)]),
  'note-activity': Type.Tuple([
    Type.Object(
      {
        recording: Type.Enum(['idle', 'recording', 'paused']),
        uploads: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      },
      { additionalProperties: false },
    ),
  ]),
  notify: Type.Tuple([
    Type.Object(
      { title: Text(200), body: Text(1_000), path: Type.Union([Path, Type.Null()]) },
      { additionalProperties: false },
    ),
  ]),
  'reveal-data-folder': Nothing,
  'watch-folder': Type.Tuple([Text(40)]),
  'watched-folders': Nothing,
  'unwatch-folder': Type.Tuple([Text(40)]),
  'login-item': Nothing,
  'set-login-item': Type.Tuple([Type.Boolean()]),
  shortcut: Nothing,
  'set-shortcut': Type.Tuple([Type.Union([Text(60), Type.Null()])]),
  updates: Nothing,
  'check-for-updates': Nothing,
  'download-update': Nothing,
  'install-update': Nothing,
  'can-record-system-audio': Nothing,
} satisfies Record<string, TSchema>
type Channels = typeof channels

export type Session = { baseUrl: string; key: string }
export type PageNotice = { title: string; body: string; path: string | null }

/** What each call does and answers. */
type Answers = {
  session: Session | null
  'open-outside': boolean
  'note-activity': void
  notify: void
  'reveal-data-folder': void
  'watch-folder': WatchedFolder | null
  'watched-folders': WatchedFolder[]
  'unwatch-folder': void
  'login-item': boolean
  'set-login-item': boolean
  shortcut: ShortcutState
  'set-shortcut': ShortcutState
  updates: UpdateState
  'check-for-updates': UpdateState
  'download-update': UpdateState
  'install-update': void
  'can-record-system-audio': boolean
}

export type BridgeActions = {
  [Name in keyof Channels]: (
    ...args: Static<Channels[Name]>
  ) => Answers[Name] | Promise<Answers[Name]>
}

/** Registers every handler; each refuses other senders than our own page, and other arguments. */
export function registerBridge(ipc: IpcMain, ownOrigin: OwnOrigin, actions: BridgeActions): void {
  for (const [name, schema] of Object.entries(channels)) {
    const act: (...args: never[]) => unknown = Reflect.get(actions, name)
    ipc.handle(`desktop:${name}`, async (event, ...args: unknown[]) => {
      if (!isOwnPage(event, ownOrigin)) throw new Error('Refused: not the page of this app.')
      if (!Value.Check(schema, args)) throw new Error('Refused: not the arguments of this call.')
      return Reflect.apply(act, actions, args)
    })
  }
}

/** True for the top frame of our own page (reliability.md E-5). */
function isOwnPage({ senderFrame }: IpcMainInvokeEvent, ownOrigin: OwnOrigin): boolean {
  // null where the frame has gone or navigated since it sent
  return (
    senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url, ownOrigin)
  )
}

/** Whether a text may name a project; whether there is such a one, the service says. */
export const isProjectId = (text: string): boolean => isId('proj', text)
