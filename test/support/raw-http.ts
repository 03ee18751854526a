import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

export type RawAnswer = { status: number; text: string }

/** A connection on which a test writes what no client library would; `answer` reads one reply. */
export async function openRaw(baseUrl: string) {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  // A refused sender may be cut off while it still writes.
  socket.on('error', () => {})
  return {
    socket,
    /** Writes the head of a request; the Host header is added. */
    head: (method: string, path: string, headers: Record<string, string | number>) => {
      const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`)
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    },
    write: (bytes: Uint8Array | string) => socket.write(bytes),
    answer: () => readAnswer(socket),
  }
}

/** Resolves with what came once the head and as much body as it announces are here. */
async function readAnswer(socket: Socket): Promise<RawAnswer> {
  let text = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const [head = '', body] = text.split('\r\n\r\n', 2)
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (body !== undefined && Buffer.byteLength(body) >= length) break
  }
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text }
}
