import { command, group } from './command.ts'

/** A part of the installation that cannot be used; exit code 1. */
class NotReady extends Error {}

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
])
