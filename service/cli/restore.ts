import type { Earshot, Recovery } from 'earshot/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { command } from './command.ts'
import { connect } from './connect.ts'
import { NotRunning } from './errors.ts'
import { confirm, type Io } from './io.ts'
import type { OnStep } from './output.ts'
import { toState } from './recovery.ts'

/** earshot restore */
export const restore = command<{ passphraseFile?: string; yes?: boolean }>({
  line: 'restore <backup>',
  about: 'put a backup, a folder or one file, in the place of the library, which is kept',
  options: [
    ['--passphrase-file <file>', 'holds what opens the secret key in the backup'],
    ['-y, --yes', 'do not ask'],
  ],
  examples: ['restore backup.tar', 'restore backup.tar --passphrase-file passphrase.txt --yes'],
  run: async ({ io, out }, { passphraseFile, yes }, given = '') => {
    const backup = path.resolve(given)
    if (!yes) await confirm(io, 'Put this backup in the place of the library? The old one is kept.')
    const passphrase =
      passphraseFile === undefined ? undefined : (await readFile(passphraseFile, 'utf8')).trim()
    const body = { action: 'restore_backup', backup, ...(passphrase && { passphrase }) } as const
    const work = await withService(io, async (api) => {
      await api.startRecovery({ body })
      return untilDone(api, out.step('Restoring'))
    })
    if (work.status === 'failed') throw new Error(`The backup was not restored: ${toState(work)}.`)
    out.result(work, [
      'The backup is in place. The library before it is kept: earshot recovery replaced',
    ])
  },
})

type Work = NonNullable<Recovery['work']>

/** With the service that runs here or, where none does, with one that runs for as long as this takes. */
async function withService<T>(io: Io, use: (api: Earshot) => Promise<T>): Promise<T> {
  const running = await connect(io.env).catch((error: unknown) => {
    if (error instanceof NotRunning) return null
    throw error
  })
  if (running) return use(running)
  const entry = path.join(import.meta.dirname, '../serve.ts')
  const env = { EARSHOT_LOG_LEVEL: 'error', ...io.env, EARSHOT_PORT: '0' }
  const own = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(own, 'exit')
  try {
    const ready = once(createInterface({ input: own.stdout }), 'line')
    // Where it cannot start it has said why.
    await Promise.race([ready, ended])
    return await use(await connect(io.env))
  } finally {
    own.kill('SIGTERM')
    await ended
  }
}

async function untilDone(api: Earshot, step: OnStep): Promise<Work> {
  for (;;) {
    // Nobody answers while one library takes the place of the other.
    const answer = await api.getRecovery().catch(() => null)
    const work = answer?.data.work
    if (work && work.status !== 'running') return work
    step('loading', work?.progress ?? 0)
    await pause(300)
  }
}
