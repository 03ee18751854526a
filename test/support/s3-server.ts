import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { earshotCacheDir } from '../../service/engine/whisper/binary.ts'

/** versitygw, a server of S3 on a folder, where .ci/run puts it; EARSHOT_VERSITYGW names one elsewhere. */
export function findS3Server(): string | null {
  const file =
    process.env['EARSHOT_VERSITYGW'] ?? path.join(earshotCacheDir(), 'versitygw', 'versitygw')
  return existsSync(file) ? file : null
}

/** A real store of its own, with one empty bucket. */
export type S3Server = {
  /** What the service is told of it. */
  env: Record<string, string>
  /** The names of what lies under `recordings`, `incoming` or `orphaned`. */
  names: (prefix: string) => Promise<string[]>
  /** The keys of what is being sent in parts. */
  unfinished: () => Promise<string[]>
  /** Begins one more upload in parts. */
  beginParts: (key: string) => Promise<void>
  /** Puts bytes where an object lies, past everything that the server checks. */
  plant: (key: string, bytes: Uint8Array) => Promise<void>
  /** Ends it at once; what it took stays. */
  kill: () => Promise<void>
  /** At the same address as before; with another secret it refuses what the service asks. */
  start: (secret?: string) => Promise<void>
  /** Kills it and removes what it has. */
  remove: () => Promise<void>
}

const bucket = 'earshot'
const keys = { EARSHOT_S3_ACCESS_KEY_ID: 'test', EARSHOT_S3_SECRET_ACCESS_KEY: 'only for tests' }

export async function startS3Server(
  program: string,
  { allowedOrigin = '*' } = {},
): Promise<S3Server> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-s3-'))
  const [data, sidecars] = [path.join(folder, 'data'), path.join(folder, 'attributes')]
  for (const made of [path.join(data, bucket), sidecars]) await mkdir(made, { recursive: true })
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async (secret = keys.EARSHOT_S3_SECRET_ACCESS_KEY): Promise<void> => {
    child = spawn(
      program,
      ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', sidecars, data],
      {
        stdio: 'ignore',
        env: {
          ROOT_ACCESS_KEY_ID: keys.EARSHOT_S3_ACCESS_KEY_ID,
          ROOT_SECRET_ACCESS_KEY: secret,
          // As a bucket has it whose files a page sends and plays.
          VGW_CORS_ALLOW_ORIGIN: allowedOrigin,
        },
      },
    )
    while (!(await answers(endpoint))) {
      if (child.exitCode !== null) throw new Error(`The store ended with ${child.exitCode}.`)
    }
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  await start()
  const asked = async <Result>(ask: (client: S3Client) => Promise<Result>): Promise<Result> => {
    const client = new S3Client({
      ...{ endpoint, region: 'us-east-1', forcePathStyle: true },
      credentials: {
        accessKeyId: keys.EARSHOT_S3_ACCESS_KEY_ID,
        secretAccessKey: keys.EARSHOT_S3_SECRET_ACCESS_KEY,
      },
    })
    return ask(client).finally(() => client.destroy())
  }
  const fileOf = (key: string) => path.join(data, bucket, key)
  return {
    env: {
      EARSHOT_S3_ENDPOINT: endpoint,
      EARSHOT_S3_PUBLIC_ENDPOINT: `http://localhost:${port}`,
      EARSHOT_S3_BUCKET: bucket,
      ...keys,
    },
    names: async (prefix) => (await readdir(fileOf(prefix)).catch(() => [])).toSorted(),
    unfinished: async () => {
      const found = await asked((client) =>
        client.send(new ListMultipartUploadsCommand({ Bucket: bucket })),
      )
      return (found.Uploads ?? []).map(({ Key: key }) => key ?? '')
    },
    beginParts: async (key) => {
      await asked((client) =>
        client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key })),
      )
    },
    plant: async (key, bytes) => {
      await mkdir(path.dirname(fileOf(key)), { recursive: true })
      await writeFile(fileOf(key), bytes)
    },
    kill,
    start,
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const answers = (address: string): Promise<boolean> =>
  fetch(address).then(
    () => true,
    () => false,
  )

/** Of loopback; another program may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // of a listening TCP server
  server.close()
  await once(server, 'close')
  return port
}

/** A store that is not there, for processes that read and write no recording but may not start without one. */
export const absentStore = {
  EARSHOT_S3_BUCKET: 'none',
  EARSHOT_S3_ENDPOINT: 'http://127.0.0.1:1',
  EARSHOT_S3_ACCESS_KEY_ID: 'none',
  EARSHOT_S3_SECRET_ACCESS_KEY: 'none',
} as const
