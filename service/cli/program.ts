import { Command, CommanderError } from 'commander'
import { addActions } from './actions.ts'
import { addAnalyses } from './analyses.ts'
import { addAsk } from './ask.ts'
import { addCompletion } from './completion.ts'
import { addEvents } from './events.ts'
import { explain } from './explain.ts'
import { addExport } from './export.ts'
import { addInsights } from './insights.ts'
import { addInvitations } from './invitations.ts'
import type { Io } from './io.ts'
import { addKeys } from './keys.ts'
import { addMembers } from './members.ts'
import { addMachine } from './machine.ts'
import { addModels } from './models.ts'
import { addNotes } from './notes.ts'
import { addNotices } from './notices.ts'
import { addOrg } from './org.ts'
import { colorsOf } from './output.ts'
import { addProjects } from './projects.ts'
import { addPrompts } from './prompts.ts'
import { addRecordings } from './recordings.ts'
import { addSearch } from './search.ts'
import { addSpeakers } from './speakers.ts'
import { addStatus } from './status.ts'
import { addTranscribe } from './transcribe.ts'
import { addTranscripts } from './transcripts.ts'
import { addUpload } from './upload.ts'
import { addVoices } from './voices.ts'
import { addWebhooks } from './webhooks.ts'

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
  addUpload(io, program)
  addSearch(io, program)
  addAsk(io, program)
  addTranscribe(io, program)
  addStatus(io, program)
  addProjects(io, program)
  addRecordings(io, program)
  addTranscripts(io, program)
  addSpeakers(io, program)
  addNotes(io, program)
  addVoices(io, program)
  addExport(io, program)
  addAnalyses(io, program)
  addInsights(io, program)
  addActions(io, program)
  addPrompts(io, program)
  addModels(io, program)
  addMachine(io, program)
  addEvents(io, program)
  addWebhooks(io, program)
  addNotices(io, program)
  addMembers(io, program)
  addInvitations(io, program)
  addKeys(io, program)
  addOrg(io, program)
  addCompletion(io, program)
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
