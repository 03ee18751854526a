import type { Earshot, Recovery } from 'earshot/client'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { command } from './command.ts'
import { confirm } from './io.ts'
import type { OnStep } from './output.ts'
import { toLost, toState } from './recovery.ts'
import { withService } from './with-service.ts'

/** The backup is in place, but not all of its sound; exit code 1. */
class SoundLost extends Error {}

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
      ...toLost(work),
    ])
    const { lost_count: count } = work
    if (count === 1) throw new SoundLost('1 recording was restored without its sound.')
    if (count > 1) throw new SoundLost(`${count} recordings were restored without their sound.`)
  },
})

type Work = NonNullable<Recovery['work']>

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
