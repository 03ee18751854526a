import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sessionProof } from '../../service/core/secrets.ts'
import { announce } from '../../service/data-folder.ts'

// Stands for the service where only its life matters: announces and proves itself as the real one does, then
// stays until it is killed, or ends at once when told to.
const dataDir = process.env['EARSHOT_DATA_DIR'] ?? ''
if (process.env['TEST_ENDS_AT_ONCE']) process.exit(7)
const token = randomUUID()
const server = createServer((request, response) => {
  const nonce = new URL(request.url ?? '/', baseUrl).searchParams.get('nonce') ?? ''
  response.end(sessionProof(token, { baseUrl, nonce }))
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const service = {
  base_url: baseUrl,
  pid: process.pid,
  version: '0.0.0',
  started_at: '2026-01-01T00:00:00.000Z',
}
await announce(dataDir, service, token)
const port = Reflect.get(process, 'parentPort')
for (const message of JSON.parse(process.env['TEST_SAYS'] ?? '[]')) port.postMessage(message)
