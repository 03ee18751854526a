/** One instance a data folder: the others hand it their arguments and leave. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'

export type InstanceLock = {
  /** True where this instance may go on; whether it really is the only one is known by `settled`. */
  take: (folder: string, args: readonly string[]) => boolean
  settled: () => Promise<void>
}

/** Electron's answer comes at once; here it takes a connection, so a second one leaves a bit later. */
export function createInstanceLock(onSecond: (args: string[]) => void): InstanceLock {
  let settled: Promise<void> = Promise.resolve()
  const hold = async (address: string, args: readonly string[]) => {
    const other = connect(address)
    const isThere = await once(other, 'connect').then(
      () => true,
      () => false,
    )
    if (isThere) {
      other.end(JSON.stringify(args))
      await once(other, 'close')
      process.exit(0)
    }
    rmSync(address, { force: true })
    const server = createServer(async (from) => {
      let text = ''
      for await (const part of from) text += String(part)
      onSecond(JSON.parse(text) as string[]) // our own array of texts
    })
    server.listen(address).unref()
    await once(server, 'listening')
  }
  return {
    take: (folder, args) => {
      settled = hold(path.join(folder, 'instance.sock'), args)
      return true
    },
    settled: () => settled,
  }
}
