/**
 * A cheap receiver of webhooks for benches, as a process of its own: HTTPS with kept connections, every request answered
 * 204 at once. Notes what came and when, by the receiver's clock, and writes that to the file when it is told to end.
 * `node test/bench/receiver.ts CERTIFICATE KEY NOTES`
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'

const [certificate = '', key = '', notes = ''] = process.argv.slice(2)
const received: string[] = []
const server = createServer(
  { cert: readFileSync(certificate), key: readFileSync(key), keepAlive: true },
  (request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push(`${Date.now()} ${request.url} ${body}`)
      response.writeHead(204).end()
    })
  },
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.stdout.write(`${address.port}\n`)
})
process.on('SIGTERM', () => {
  writeFileSync(notes, received.join('\n'))
  process.exit(0)
})
