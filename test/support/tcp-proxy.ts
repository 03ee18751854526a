import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net'

/** `refuses` cuts what is open and takes nothing new; `swallows` keeps all open, and nothing gets through. */
type Mode = 'passes' | 'refuses' | 'swallows'

export type TcpProxy = {
  host: string
  port: number
  set: (mode: Mode) => void
  /** Cuts the connection on which these texts were sent one after the other in place of the last answer; resolves then. */
  loseAnswerTo: (...texts: string[]) => Promise<void>
  /** Where connections go from now on; those that are open are cut. */
  leadTo: (target: NetConnectOpts) => void
  stop: () => Promise<void>
}

/** An address that outlives what it leads to, as a virtual address or a proxy of TCP does. */
export async function startTcpProxy(
  host: string,
  first: NetConnectOpts,
  port = 0,
): Promise<TcpProxy> {
  let target = first
  let mode: Mode = 'passes'
  let lost: { texts: string[]; isLost: () => void } | null = null
  const sockets = new Set<Socket>()
  const cutAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }
  const join = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      // Bytes are never dropped: what is swallowed arrives late, or goes with its connection.
      if (!to.write(chunk)) from.pause()
    })
    to.on('drain', () => mode !== 'swallows' && from.resume())
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
  }
  const server = createServer((incoming) => {
    keep(incoming)
    if (mode === 'refuses') return incoming.destroy()
    const outgoing = connect(target)
    keep(outgoing)
    let sent = 0
    incoming.on('data', (chunk) => {
      const next = lost?.texts[sent]
      if (!lost || next === undefined || !chunk.includes(next)) return
      sent += 1
      if (sent < lost.texts.length) return
      const { isLost } = lost
      lost = null
      outgoing.removeAllListeners('data').once('data', () => {
        incoming.destroy()
        isLost()
      })
    })
    join(incoming, outgoing)
    join(outgoing, incoming)
    if (mode === 'swallows') for (const socket of [incoming, outgoing]) socket.pause()
    return undefined
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    host,
    port: (server.address() as AddressInfo).port, // it listens on TCP
    set: (next) => {
      mode = next
      if (mode === 'refuses') cutAll()
      for (const socket of sockets) {
        if (mode === 'swallows') socket.pause()
        else socket.resume()
      }
    },
    loseAnswerTo: (...texts) => new Promise((resolve) => (lost = { texts, isLost: resolve })),
    leadTo: (next) => {
      target = next
      cutAll()
    },
    stop: async () => {
      server.close()
      cutAll()
      await once(server, 'close')
    },
  }
}
