import { Option } from 'commander'
import { command, group } from './command.ts'
import { UsageError } from './errors.ts'
import type { Rotation } from '../rotate-key.ts'

/** A part of the installation that cannot be used; exit code 1. */
class NotReady extends Error {}

type RotateOptions = { new: string; leaveUnreadable?: boolean }

const signs = { ok: 'ok', warning: 'warning', failed: 'FAILED', not_configured: '-' } as const

/** earshot server … */
export const server = group('server', 'this installation, for those who run it', [
  command({
    line: 'check',
    about: 'try each part that the environment names, and say what is wrong and what to do',
    examples: ['server check', 'server check --json | jq .parts'],
    run: async ({ io, out }) => {
      // Loaded here: no other command needs the service's own parts.
      const [{ readConfig }, { checkServer }] = await Promise.all([
        import('../config.ts'),
        import('../checks/check-server.ts'),
      ])
      const report = await checkServer(readConfig(io.env))
      const lines = report.parts.flatMap(({ part, status, text, advice }) => [
        `${signs[status].padEnd(8)} ${part.padEnd(15)} ${text}`,
        ...(advice === null ? [] : [`${' '.repeat(25)}${advice}`]),
      ])
      out.result(report, lines)
      if (!report.is_ready) throw new NotReady('This installation is not ready.')
    },
  }),
  command<RotateOptions>({
    line: 'rotate-key',
    about: 'seal what the database holds with another key; every process has to be stopped',
    options: [
      new Option('--new <file>', 'the new key: openssl rand 32').makeOptionMandatory(),
      ['--leave-unreadable', 'go on where the old key does not open something, and leave that'],
    ],
    examples: ['server rotate-key --new new-key'],
    run: async ({ io, out }, { new: newKeyFile, leaveUnreadable: leavesUnreadable = false }) => {
      const [{ readConfig }, { rotateKey }] = await Promise.all([
        import('../config.ts'),
        import('../rotate-key.ts'),
      ])
      const { databaseUrl, keyFile } = readConfig(io.env)
      if (databaseUrl === null || keyFile === null)
        throw new UsageError(
          'This takes EARSHOT_DATABASE_URL, and the old key in EARSHOT_KEY_FILE.',
        )
      const given = { databaseUrl, keyFile, newKeyFile, leavesUnreadable }
      const rotation = await rotateKey(given)
      out.result(rotation, toLines(rotation))
      if (rotation.state === 'refused') throw new Error('Nothing was changed.')
    },
  }),
])

function toLines({ state, sealed, unreadable }: Rotation): string[] {
  if (state === 'exchanged_before') return ['The database is sealed with this key already.']
  const isDone = state === 'exchanged'
  return [
    ...sealed.map(({ column, count }) => `${String(count).padStart(8)} ${column}`),
    ...unreadable.map(({ column, id }) => `The old key does not open ${column} of ${id}.`),
    ...(isDone
      ? ['From now on every process needs the new key. Backups from before need the old one.']
      : ['Set them anew or remove them; --leave-unreadable leaves them as they are.']),
  ]
}
