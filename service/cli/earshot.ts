#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander'
import pc from 'picocolors'
import { readConfig } from '../config.ts'
import { ApiFailure, createClient, type Client, type CreatedKey } from './client.ts'
import { findSession } from './discovery.ts'
import { createOutput } from './output.ts'
import { readStatus } from './status.ts'
import { analyze, chooseProject, uploadFile, waitForTranscript } from './upload.ts'

/** Exit codes: 1 the service or a file refused, 2 wrong usage, 3 no service answers. */
class NotRunning extends Error {}

const notRunning = 'Earshot is not running here. Start it with: npm start (or npm run serve)'

type Global = { json?: boolean }
type KeyOptions = { name: string; scopes: string[]; project?: string[]; type: string }
type UploadOptions = { project?: string; wait?: boolean; prompt?: string }

/** The client for the address and key of the environment, else of the service of the data folder. */
async function connect(env: NodeJS.ProcessEnv): Promise<Client> {
  const { EARSHOT_BASE_URL: baseUrl, EARSHOT_API_KEY: token } = env
  if (baseUrl && token) return createClient({ baseUrl, token })
  const session = await findSession(readConfig(env).dataDir)
  if (!session) throw new NotRunning(notRunning)
  return createClient({
    baseUrl: baseUrl ?? session.service.base_url,
    token: token ?? session.token,
  })
}

const program = new Command('earshot')
  .description('Transcribe and search recordings on this machine, from the command line.')
  .option('--json', 'print one JSON document')
  .exitOverride()
  .addHelpText('after', '\nExit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not running.')

const outputOf = (command: Command) => createOutput(command.optsWithGlobals<Global>().json === true)

program
  .command('keys')
  .description('API keys')
  .command('create')
  .description('create an API key and print it, this once')
  .option('--name <name>', 'what the key is for', 'Command line')
  .addOption(
    new Option('--scopes <scopes...>', 'what it may do')
      .choices(['read', 'write'])
      .default(['read', 'write'], 'read write'),
  )
  .option('--project <ids...>', 'restrict it to these projects')
  .addOption(new Option('--type <type>').choices(['secret', 'publishable']).default('secret'))
  .action(async (options: KeyOptions, command: Command) => {
    const client = await connect(process.env)
    const created = await client.post<CreatedKey>('/v1/api-keys', {
      name: options.name,
      key_type: options.type,
      ...(options.type === 'secret' && { scopes: options.scopes }),
      ...(options.project && { project_ids: options.project }),
    })
    outputOf(command).result(created, [created.key])
  })

program
  .command('upload')
  .description('send recordings to be transcribed')
  .argument('<files...>', 'audio or video files')
  .option('--project <project>', 'id, slug or name; without it the first project')
  .option('--wait', 'wait for the transcript and print it')
  .option('--prompt <id>', 'analyze with this prompt once transcribed; implies --wait')
  .action(async (files: string[], options: UploadOptions, command: Command) => {
    const client = await connect(process.env)
    const output = outputOf(command)
    const project = await chooseProject(client, options.project)
    const results: unknown[] = []
    for (const file of files) {
      const onStep = output.step(file)
      const content = await uploadFile(client, project.id, file, onStep)
      if (!options.wait && !options.prompt) {
        results.push({ content })
        if (!output.isJson) output.result(null, [`${file}: ${content.id} in "${project.name}"`])
        continue
      }
      const transcript = await waitForTranscript(client, content, onStep)
      if (!output.isJson) output.result(null, [pc.bold(file), transcript.text])
      const analysis = options.prompt
        ? await analyze(client, content, options.prompt, onStep)
        : null
      if (analysis && !output.isJson)
        output.result(null, [JSON.stringify(analysis.result, null, 2)])
      results.push({ content: { ...content, status: 'completed' }, transcript, analysis })
    }
    if (output.isJson) output.result({ project, results }, [])
  })

program
  .command('status')
  .description('say what runs, what is stored and what is being worked on')
  .action(async (_options: unknown, command: Command) => {
    const { value, lines } = await readStatus(await connect(process.env))
    outputOf(command).result(value, lines)
  })

/** One sentence for whatever went wrong, and the exit code that tells its kind. */
function explain(error: unknown): { text: string; code: number } {
  if (error instanceof NotRunning) return { text: error.message, code: 3 }
  if (error instanceof ApiFailure) return { text: `${error.message} (${error.code})`, code: 1 }
  if (!(error instanceof Error)) return { text: String(error), code: 1 }
  const { code } = (error.cause ?? error) as { code?: unknown } // node's own errors carry a code
  if (code === 'ECONNREFUSED') return { text: notRunning, code: 3 }
  if (code === 'ENOENT') return { text: `There is no such file: ${error.message}`, code: 1 }
  return { text: error.message, code: 1 }
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    // commander has printed its own sentence; help and version are no failures
    process.exitCode = error.exitCode === 0 ? 0 : 2
  } else {
    const { text, code } = explain(error)
    process.stderr.write(`${pc.red('error')} ${text}\n`)
    process.exitCode = code
  }
}
