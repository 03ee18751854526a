import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Earshot } from 'earshot/client'
import { command, group, type Tools } from './command.ts'
import type { Io } from './io.ts'
import { operation } from './operation.ts'
import { passphraseOption, readPassphrase, type PassphraseOptions } from './passphrase.ts'
import { toSize } from './size.ts'

type Options = PassphraseOptions & { media: boolean; seal?: boolean }
type Made = Awaited<ReturnType<Earshot['getBackup']>>['data']

/** earshot backup [file] */
export const backup = command<Options>({
  line: 'backup [file]',
  about: 'make a backup of the library: in the folder of backups, or as one file',
  options: [
    ['--no-media', 'leave the recordings out'],
    ['--seal', 'ask for a passphrase, and seal the key of this installation with it'],
    passphraseOption(),
  ],
  examples: ['backup', 'backup /media/stick/earshot.tar --seal'],
  run: async (tools, { media, ...sealing }, file) => {
    const passphrase = await readSeal(tools.io, sealing)
    const api = await tools.api()
    // Without a file, what the service does every day.
    const include = file === undefined && media ? {} : { include_media: media }
    const body = { ...include, ...(passphrase !== undefined && { passphrase }) }
    const { data } = await api.createBackup({ body })
    const made = await waitFor(tools, api, data.id)
    if (file === undefined) {
      tools.out.result(made, [
        `${made.id}: ${made.recordings} recordings, ${toSize(made.size_bytes ?? 0)}`,
        ...(made.is_on_same_disk ? [sameDisk] : []),
      ])
      return
    }
    const saved = await save(tools, api, made, file)
    await api.deleteBackup({ path: { backupId: made.id } })
    tools.out.result({ ...made, file, size_bytes: saved }, [`${file}: ${toSize(saved)}`])
  },
})

const sameDisk =
  'It lies on the disk of the library and is lost with it. A copy elsewhere: earshot backup /another/disk/earshot.tar'

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
      SIZE: ({ size_bytes }) => (size_bytes === null ? null : toSize(size_bytes)),
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

/** Undefined where the key of the installation is not to be in the backup. */
async function readSeal(io: Io, { seal, ...given }: Omit<Options, 'media'>) {
  const variable = 'EARSHOT_BACKUP_PASSPHRASE'
  const isWanted = seal || given.passphraseFd !== undefined || io.env[variable]
  return isWanted ? readPassphrase(io, given, { variable }) : undefined
}
