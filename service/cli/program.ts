import { Command, CommanderError } from 'commander'
import { analyses } from './analyses.ts'
import { backup, backups } from './backups.ts'
import { bin } from './bin.ts'
import { completion } from './completion.ts'
import { diagnostics } from './diagnostics.ts'
import { explain } from './errors.ts'
import { exportAll } from './export-all/export-all.ts'
import { exportCommand } from './export.ts'
import { actions, insights } from './insights.ts'
import { calendars } from './calendars.ts'
import { folders } from './folders.ts'
import type { Io } from './io.ts'
import { machine, models, modelServers } from './machine.ts'
import { mcp } from './mcp.ts'
import { measure } from './measure/measure.ts'
import {
  auditLog,
  invitations,
  keys,
  members,
  notices,
  org,
  sessions,
  whoami,
} from './organization.ts'
import { orphans } from './orphans.ts'
import { colorsOf } from './output.ts'
import { projects } from './projects.ts'
import { prompts } from './prompts.ts'
import { queue } from './queue.ts'
import { recordings } from './recordings.ts'
import { encryption } from './encryption.ts'
import { recovery } from './recovery.ts'
import { restore } from './restore.ts'
import { server } from './server.ts'
import { ask, askAll, search, searchSpeakers } from './search.ts'
import { status } from './status.ts'
import { transcribe } from './transcribe.ts'
import { move } from './move/move.ts'
import { notes, speakers, transcripts, voices } from './transcripts.ts'
import { upload } from './upload.ts'
import { verify } from './verify.ts'
import { events, webhooks } from './webhooks.ts'

// In the order in which help lists them.
const commands = [
  ...[upload, search, searchSpeakers, ask, askAll, transcribe, status],
  ...[
    projects,
    recordings,
    folders,
    calendars,
    queue,
    bin,
    orphans,
    transcripts,
    speakers,
    notes,
    voices,
    exportCommand,
  ],
  ...[analyses, insights, actions, prompts, models, measure, modelServers, machine],
  ...[verify, backup, backups, exportAll, move],
  ...[events, webhooks, notices, members, invitations, keys, whoami, sessions, org, auditLog],
  ...[mcp, recovery, restore, encryption, diagnostics, server, completion],
]

const footer = `
Address and key come from EARSHOT_BASE_URL and EARSHOT_API_KEY, else from the service of this
machine. Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not running.`

const interrupted = 130 // as shells report it

// Names that scripts may still use; they can go in version 0.2.
const formerNames: Readonly<Record<string, string>> = { hear: 'transcribe' }

/** Every command. */
export function buildProgram(io: Io): Command {
  const program = new Command('earshot')
    .description('Transcribe and search recordings on this machine, from the command line.')
    .option('--json', 'print one JSON document')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHasColors: () => colorsOf(io).isColorSupported,
    })
    .addHelpText('after', footer)
  for (const add of commands) add(io, program)
  // The name that recordings have in the API.
  program.commands.find((one) => one.name() === 'recordings')?.alias('content')
  return program
}

/** Runs one command line; returns its exit code. */
export async function runEarshot(args: readonly string[], io: Io): Promise<number> {
  try {
    await buildProgram(io).parseAsync(withPresentName(args), { from: 'user' })
    return 0
  } catch (error) {
    // commander has printed its own sentence; help and version are no failures
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (io.signal.aborted) return interrupted
    const { code, lines, value } = explain(error)
    const text = args.includes('--json')
      ? JSON.stringify(value, null, 2)
      : `${colorsOf(io).red('error')} ${lines.join('\n')}`
    io.stderr.write(`${text}\n`)
    return code
  }
}

/** The arguments, with a command's former name replaced by the present one. */
function withPresentName(args: readonly string[]): readonly string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const name = formerNames[args[at] ?? '']
  return name === undefined ? args : args.with(at, name)
}
