import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Earshot } from '../../service/client/index.ts'
import { createRandom } from '../crash/ledger.ts'
import { testAuthority } from '../support/certificates.ts'
import { findS3Server, startS3Server, type S3Server } from '../support/s3-server.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { createCaller } from './callers.ts'
import { startDatabases, type Databases } from './databases.ts'
import { addMember, prepareGround, readToken, type Member } from './installation.ts'
import type { Journal } from './journal.ts'
import { startHooks } from './listeners.ts'
import { startStoreProxy, type StoreProxy } from './store-proxy.ts'

/** An installation that runs, and the ways to each of its parts. */
export type Stage = {
  members: readonly Member[]
  databases: Databases
  /** The address of the database. */
  address: TcpProxy
  store: S3Server
  storeProxy: StoreProxy
  newCaller: () => Earshot
  promptId: string
}
type Ending = () => unknown

/** Two api processes and two workers on two databases and a store; `atEnd` is given what undoes each step. */
export async function openStage(
  { folder, seed, journal }: { folder: string; seed: number; journal: Journal },
  atEnd: (end: Ending) => void,
): Promise<Stage> {
  const ground = await prepareGround(folder)
  atEnd(() => ground.network?.remove())
  const databases = await startDatabases()
  atEnd(databases.stop)
  const address = await startTcpProxy(ground.host, { host: '127.0.0.1', port: databases.port() })
  atEnd(address.stop)
  const store = await startS3Server(findS3Server() ?? '')
  atEnd(store.remove)
  const { EARSHOT_S3_ENDPOINT: origin = '' } = store.env
  const storeProxy = await startStoreProxy(ground.host, new URL(origin), createRandom(seed + 1))
  atEnd(storeProxy.stop)
  const hooks = await startHooks(ground.host, journal, createRandom(seed + 2))
  atEnd(hooks.stop)
  const authority = path.join(folder, 'authority.pem')
  await writeFile(authority, (await testAuthority()).cert)
  const storeAddress = `http://${ground.host}:${storeProxy.port}`
  const env = {
    ...store.env,
    EARSHOT_S3_ENDPOINT: storeAddress,
    EARSHOT_S3_PUBLIC_ENDPOINT: storeAddress,
    EARSHOT_DATABASE_URL: `postgresql://postgres@${address.host}:${address.port}/postgres`,
    EARSHOT_LEASE_SECONDS: '15',
    EARSHOT_RATE_LIMIT_FACTOR: '1000',
    // Half a second to three for each recording.
    EARSHOT_TEST_SLOWNESS: '10',
    EARSHOT_WEBHOOK_ALLOW: ground.host,
    NODE_EXTRA_CA_CERTS: authority,
  }
  const names = {
    'api-1': 'api',
    'api-2': 'api',
    'worker-1': 'worker',
    'worker-2': 'worker',
  } as const
  const members: Member[] = []
  for (const [name, role] of Object.entries(names)) {
    const member = await addMember(ground, { name, role }, env)
    atEnd(member.stop)
    members.push(member)
  }
  await Promise.all(members.map((one) => one.start()))
  const [first] = members
  if (!first) throw new Error('There is no process.')
  const token = await readToken(ground, first)
  const origins = members.filter(({ role }) => role === 'api').map((one) => one.origin)
  const newCaller = () => createCaller(origins, token, journal)
  const api = newCaller()
  const { data: webhook } = await api.createWebhook({ body: { url: hooks.url, events: ['*'] } })
  hooks.trust(webhook.secret)
  const { data: prompt } = await api.createPrompt({
    body: {
      ...{ name: 'Short', template: 'Sum it up: {{transcript}}' },
      output_schema: { type: 'object', properties: { summary: { type: 'string' } } },
    },
  })
  return { members, databases, address, store, storeProxy, newCaller, promptId: prompt.id }
}
