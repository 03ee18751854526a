import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Value = { stringValue?: string; intValue?: number | string }
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number; message?: string }
  attributes: { key: string; value: Value }[]
}

/** An OTLP receiver as the specification has it: POST /v1/traces, JSON (https://opentelemetry.io/docs/specs/otlp/). */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = []
  let text = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const isOurs = request.method === 'POST' && request.url === '/v1/traces'
      if (!isOurs || request.headers['content-type'] !== 'application/json') {
        return void response.writeHead(400).end()
      }
      text += body
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    spans,
    /** Everything that arrived, as it was sent. */
    text: () => text,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
