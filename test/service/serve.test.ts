import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startTestApp } from '../support/app.ts'
import { temporaryFolder } from '../support/folders.ts'

const entry = path.join(import.meta.dirname, '../../service/serve.ts')

test('a configuration that is wrong is one line for the log and one for a person', async () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry], {
    encoding: 'utf8',
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      EARSHOT_DATA_DIR: await temporaryFolder(),
      EARSHOT_PORT: 'tcp://10.0.0.7:80',
    },
  })
  // The log is written beside this process's own work: either line may be the first.
  const [line = '', text = '', ...more] = stderr
    .trimEnd()
    .split('\n')
    .toSorted((one, other) => Number(other.startsWith('{')) - Number(one.startsWith('{')))
  expect(JSON.parse(line)).toMatchObject({ level: 60, msg: 'could not start' })
  expect(text).toMatch(/^Configuration: EARSHOT_PORT must be/)
  expect([status, stdout, more]).toEqual([1, '', []])
})

let taken: number
beforeAll(async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  taken = (other.address() as AddressInfo).port // it listens on TCP
  return () => void other.close()
})

test.each([
  ['EARSHOT_LISTEN', { EARSHOT_PUBLIC_BASE_URL: 'https://earshot.example.org' }],
  ['EARSHOT_OPERATIONS_LISTEN', {}],
])('an address of %s that another program has is told by its name', async (name, more) => {
  const env = { EARSHOT_SMTP_URL: 'smtp://127.0.0.1:1', [name]: `127.0.0.1:${taken}`, ...more }
  const told = `${name}: 127.0.0.1, port ${taken}: another program listens there.`
  await expect(startTestApp({ env })).rejects.toThrow(told)
})

test('a key file that is not there is told with the variable that names it', async () => {
  const env = { EARSHOT_KEY_FILE: path.join(await temporaryFolder(), 'none') }
  await expect(startTestApp({ env })).rejects.toThrow(/^EARSHOT_KEY_FILE: ENOENT/)
})
