import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isOwnAddress, type OwnOrigin } from './security.ts'

/** What the page may ask of the shell. The preload names the same channels. */
export type BridgeActions = {
  /** The key of this launch: it opens /v1 and lives in memory and in the owner's data folder only. */
  session: () => string | null
  openOutside: (address: string) => Promise<boolean>
}

const Nothing = Type.Tuple([])
const Address = Type.Tuple([Type.String({ maxLength: 2_048 })])

/** Registers every handler; each refuses other senders than our own page, and other arguments. */
export function registerBridge(ipc: IpcMain, ownOrigin: OwnOrigin, actions: BridgeActions): void {
  const handle = <S extends TSchema>(
    channel: string,
    schema: S,
    act: (args: Static<S>) => unknown,
  ) =>
    ipc.handle(channel, async (event, ...args: unknown[]) => {
      if (!isOwnPage(event, ownOrigin)) throw new Error('Refused: not the page of this app.')
      if (!Value.Check(schema, args)) throw new Error('Refused: not the arguments of this call.')
      return act(args)
    })

  handle('desktop:session', Nothing, () => actions.session())
  handle('desktop:open-outside', Address, ([address]) => actions.openOutside(address))
}

/** True for the top frame of a page that our own service served (reliability.md E-5). */
function isOwnPage({ senderFrame }: IpcMainInvokeEvent, ownOrigin: OwnOrigin): boolean {
  // null where the frame has gone or navigated since it sent
  return (
    senderFrame !== null && senderFrame.parent === null && isOwnAddress(senderFrame.url, ownOrigin)
  )
}
