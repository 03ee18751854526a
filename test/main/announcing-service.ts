import { randomUUID } from 'node:crypto'
import { announce } from '../../service/data-folder.ts'

// Stands for the service where only its life matters: announces itself as the real one does, then
// stays until it is killed, or ends at once when told to.
const dataDir = process.env['EARSHOT_DATA_DIR'] ?? ''
const service = {
  base_url: 'http://127.0.0.1:1',
  pid: process.pid,
  version: '0.0.0',
  started_at: '2026-01-01T00:00:00.000Z',
}
if (process.env['TEST_ENDS_AT_ONCE']) process.exit(7)
await announce(dataDir, service, randomUUID())
const port = Reflect.get(process, 'parentPort')
for (const message of JSON.parse(process.env['TEST_SAYS'] ?? '[]')) port.postMessage(message)
setInterval(() => undefined, 60_000)
