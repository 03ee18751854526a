import { createWriteStream, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Earshot } from 'earshot/client'
import { command, group, toCount, type Tools } from './command.ts'
import { UsageError } from './errors.ts'
import type { Io } from './io.ts'
import { Option } from 'commander'
import { operation } from './operation.ts'

type Options = { media: boolean; seal?: boolean; passphraseFd?: number }
type Made = Awaited<ReturnType<Earshot['getBackup']>>['data']

/** earshot backup [file] */
export const backup = command<Options>({
  line: 'backup [file]',
  about: 'make a backup of the library: in the folder of backups, or as one file',
  options: [
    ['--no-media', 'leave the recordings out'],
    ['--seal', 'ask for a passphrase, and seal the key of this installation with it'],
    new Option('--passphrase-fd <number>', 'read the passphrase from this descriptor').argParser(
      toCount,
    ),
  ],
  examples: ['backup', 'backup /media/stick/earshot.tar --seal'],
  run: async (tools, { media, ...sealing }, file) => {
    const passphrase = await readPassphrase(tools.io, sealing)
    const api = await tools.api()
    // Without a file, what the service does every day.
    const include = file === undefined && media ? {} : { include_media: media }
    const body = { ...include, ...(passphrase !== undefined && { passphrase }) }
    const { data } = await api.createBackup({ body })
    const made = await waitFor(tools, api, data.id)
    if (file === undefined) {
      tools.out.result(made, [
        `${made.id}: ${made.recordings} recordings, ${made.size_bytes} bytes`,
      ])
      return
    }
    const saved = await save(tools, api, made, file)
    await api.deleteBackup({ path: { backupId: made.id } })
    tools.out.result({ ...made, file, size_bytes: saved }, [`${file}: ${saved} bytes`])
  },
})

/** earshot backups … */
export const backups = group('backups', 'backups of the library', [
  operation('listBackups', 'list', 'list them, newest first', {
    columns: {
      ID: 'id',
      MADE: 'created_at',
      STATE: 'status',
      WHY: 'reason',
      RECORDINGS: 'recordings',
      MEDIA: ({ includes_media }) => (includes_media ? 'yes' : 'no'),
      BYTES: 'size_bytes',
    },
  }),
  operation('getBackup', 'show <backup>', 'show one, and how far it is'),
  operation('deleteBackup', 'delete <backup>', 'delete one for good, or cancel it', {
    removes: (id) => `the backup ${id}`,
  }),
])

async function waitFor({ io, out }: Tools, api: Earshot, backupId: string): Promise<Made> {
  const onStep = out.step('backup')
  for (;;) {
    const { data } = await api.getBackup({ path: { backupId } })
    if (data.error) throw new Error(data.error.message)
    if (data.status === 'completed') return data
    onStep('making', data.progress ?? 0)
    await delay(300, undefined, { signal: io.signal })
  }
}

/** Written aside, flushed, then named; resolves with its size in bytes. */
async function save({ io, out }: Tools, api: Earshot, made: Made, file: string): Promise<number> {
  const part = `${file}.part`
  const onStep = out.step(file)
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      bytes += chunk.length
      onStep('saving', Math.min(bytes / (made.size_bytes ?? Infinity), 1))
      next(null, chunk)
    },
  })
  const path = { backupId: made.id }
  try {
    // As it is read: a library may be larger than memory.
    const stream = (await api.downloadBackup({ path, parseAs: 'stream' })) as unknown
    const source = Readable.from(stream as ReadableStream<Uint8Array>)
    await pipeline(source, counted, createWriteStream(part, { mode: 0o600 }), { signal: io.signal })
    const handle = await open(part, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return bytes
}

/** Never an argument: those are shown to everybody on the machine. */
async function readPassphrase(io: Io, { seal, passphraseFd }: Omit<Options, 'media'>) {
  const given = io.env['EARSHOT_BACKUP_PASSPHRASE']
  if (given) return given
  if (passphraseFd !== undefined) return readFileSync(passphraseFd, 'utf8').replace(/\r?\n$/, '')
  if (!seal) return undefined
  if (!io.stdin.isTTY) {
    throw new UsageError('Without a terminal nobody can be asked: use --passphrase-fd.')
  }
  io.stderr.write('Passphrase: ')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: io.stdin, output: silent, terminal: true })
  const typed = await terminal.question('', { signal: io.signal })
  terminal.close()
  io.stderr.write('\n')
  return typed
}
