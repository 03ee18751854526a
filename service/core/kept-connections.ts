import type { TLSSocket } from 'node:tls'
import { Client, type Dispatcher } from 'undici'
import { checkedConnector, trustOf, type Attempt } from './checked-connection.ts'

/**
 * Choice: so long an unused connection is kept: less than servers keep theirs, so that hardly ever a request goes
 * out on one that is just being closed.
 */
const keptMs = 1_000

/** One connection, for one request at a time. */
type LentConnection = {
  dispatcher: Dispatcher
  /** Whether earlier requests went over it: then its other end may have closed it, unnoticed so far. */
  isKept: boolean
  /**
   * The request is over; `isSound`: it was answered to the last byte, so that another may follow. Resolves once a connection
   * that is not kept is closed: nothing goes out on it any more.
   */
  giveBack: (isSound: boolean) => Promise<void>
}

export type KeptConnections = {
  /** @param addresses where the host was found to be, just now: no other place is connected to */
  lend: (origin: string, addresses: readonly string[], attempt: Attempt) => LentConnection
  close: () => Promise<void>
}

type Kept = { client: Client; address: string }

/**
 * Connections that lead only where was checked, and are used again for a moment: an agreement on TLS costs more than all
 * the rest of a request. `authorities` are certificates (PEM) to trust besides Node's own.
 */
export function keepConnections(authorities: readonly string[]): KeptConnections {
  const trust = trustOf(authorities)
  const resting = new Map<string, Kept[]>()
  const all = new Set<Client>()
  const rest = (origin: string, kept: Kept): void =>
    void resting.set(origin, [...(resting.get(origin) ?? []), kept])
  /** The one that was used last, where it leads to one of the addresses. */
  const take = (origin: string, addresses: readonly string[]): Kept | undefined => {
    const found = resting.get(origin)?.findLast(({ address }) => addresses.includes(address))
    if (found) leave(origin, found.client)
    return found
  }
  const leave = (origin: string, client: Client): void => {
    const others = (resting.get(origin) ?? []).filter((kept) => kept.client !== client)
    if (others.length > 0) resting.set(origin, others)
    else resting.delete(origin)
  }
  const open = (origin: string, addresses: readonly string[], attempt: Attempt): Kept => {
    const kept = { address: '' }
    const connect = checkedConnector(addresses, trust, attempt)
    const client = new Client(origin, {
      // Our own deadline covers everything; undici's coarse timers stay out of it.
      ...{
        headersTimeout: 0,
        bodyTimeout: 0,
        keepAliveTimeout: keptMs,
        keepAliveMaxTimeout: keptMs,
      },
      connect: (options, callback) =>
        connect(options, (...result) => {
          const [, socket] = result
          kept.address = (socket as TLSSocket | null)?.remoteAddress ?? ''
          callback(...result)
        }),
    })
    all.add(client)
    // A client would connect again by itself, to what was checked then.
    const end = (): void => {
      leave(origin, client)
      all.delete(client)
      void client.destroy()
    }
    client.on('disconnect', end)
    client.on('connectionError', end)
    return Object.assign(kept, { client })
  }
  return {
    lend: (origin, addresses, attempt) => {
      const found = take(origin, addresses)
      const kept = found ?? open(origin, addresses, attempt)
      const { client } = kept
      return {
        dispatcher: client,
        isKept: found !== undefined,
        giveBack: async (isSound) => {
          if (isSound && !client.destroyed && kept.address !== '') return rest(origin, kept)
          all.delete(client)
          await client.destroy()
        },
      }
    },
    close: async () => void (await Promise.all([...all].map((client) => client.destroy()))),
  }
}
