import { once } from 'node:events'
import { createServer } from 'node:https'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Earshot, EarshotEvent } from '../../service/client/index.ts'
import { makeCertificate } from '../support/certificates.ts'
import type { Random } from '../crash/ledger.ts'
import type { Attempt, Journal } from './journal.ts'

export type Hooks = {
  url: string
  /** Until then nothing can be verified. */
  trust: (secret: string) => void
  stop: () => Promise<void>
}

/** A receiver of webhooks that refuses one of twenty deliveries once, or takes it and cuts the connection. */
export async function startHooks(host: string, journal: Journal, random: Random): Promise<Hooks> {
  let secret = ''
  const seen = new Set<string>()
  const server = createServer(await makeCertificate('good', host), (request, response) => {
    const take = (text: string) => {
      const deliveryId = String(request.headers['webhook-id'])
      const isFirst = !seen.has(deliveryId)
      seen.add(deliveryId)
      const chance = isFirst ? random.between(1, 40) : 0
      const isTaken = chance !== 1
      journal.attempts.push(toAttempt(request, { text, secret, isTaken }))
      if (chance === 2) return response.socket?.destroy()
      return response.writeHead(isTaken ? 200 : 500).end()
    }
    // A sender that dies in the midst of it has sent nothing.
    readText(request).then(take, () => response.destroy())
  })
  server.on('tlsClientError', () => {})
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `https://${host}:${port}/hooks`,
    trust: (given) => void (secret = given),
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Got = { text: string; secret: string; isTaken: boolean }

function toAttempt({ headers }: IncomingMessage, { text, secret, isTaken }: Got): Attempt {
  const event = JSON.parse(text) as EarshotEvent // compared with the list of events at the end
  const [id, time] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
  // By the time that the sender names: its clock may be another one.
  const expected = new Webhook(secret).sign(id, new Date(time * 1_000), text)
  const isSigned = String(headers['webhook-signature']).split(' ').includes(expected)
  return {
    ...{ deliveryId: id, eventId: event.id, event: event.event, isSigned, isTaken },
    contentId: contentOf(event),
  }
}

const contentOf = ({ data }: EarshotEvent): string | null =>
  'content_id' in data ? String(data.content_id) : null

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Follows the events from the first one, and opens the stream again where it breaks. */
export async function followUntil(
  signal: AbortSignal,
  api: Earshot,
  journal: Journal,
  name: string,
): Promise<void> {
  const events: EarshotEvent[] = []
  journal.readers.set(name, events)
  const lastEventId = 'evt_00000000000000000000000000'
  const onReset = () => void (journal.resets += 1)
  for await (const event of api.streamEvents({ lastEventId, signal, onReset })) events.push(event)
}
