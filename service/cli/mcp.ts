import { openAsBlob } from 'node:fs'
import { createEarshot, EarshotError, type EarshotOptions } from 'earshot/client'
import { readVersion } from '../version.ts'
import { connectWith } from '../mcp/clients.ts'
import { command } from './command.ts'
import { findConnection } from './connect.ts'
import { NotRunning } from './errors.ts'

/** earshot mcp */
export const mcp = command({
  line: 'mcp',
  about: 'serve an assistant that starts this command, by the Model Context Protocol',
  run: async ({ io: { env, stdin, stdout, signal } }) => {
    // Loaded here, as no other command needs it.
    const [{ serveStdio, StdioServerTransport }, { createAssistantServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../mcp/server.ts'),
    ])
    const version = await readVersion()
    const connection = () => connectionOf(env)
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const transport = new StdioServerTransport(stdin, stdout)
    const serving = serveStdio(
      async () =>
        createAssistantServer({
          connect: connectWith(connection),
          version,
          mayWrite: await isWritingOffered(connection),
          openFile: async (file) => openAsBlob(file),
        }),
      { transport },
    )
    stdin.once('close', end)
    stdin.once('end', end)
    signal.addEventListener('abort', () => end(), { once: true })
    await ended
    await serving.close()
  },
})

/** The service may start, stop and move to another port while an assistant stays connected. */
async function connectionOf(env: NodeJS.ProcessEnv): Promise<EarshotOptions> {
  try {
    return await findConnection(env)
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error
    throw new EarshotError('Earshot is not running. Ask the user to start it.', {
      code: 'service_unreachable',
      status: 0,
    })
  }
}

/** What is offered for as long as the assistant stays; the service decides at each call. */
async function isWritingOffered(connection: () => Promise<EarshotOptions>): Promise<boolean> {
  try {
    const { data } = await createEarshot(await connection()).getOrganization()
    return data.settings.assistants_may_write
  } catch {
    return true
  }
}
