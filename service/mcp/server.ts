import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import type { Connect } from './clients.ts'
import { notice, toProblem, toText } from './data.ts'
import { readingSchema, takeNullArguments } from './given-arguments.ts'
import { addPrompts } from './prompts.ts'
import { addResources } from './resources.ts'
import type { Tool, ToolContext } from './tool.ts'
import { tools } from './tools.ts'

/** Whom a server of tools works for. */
export type Assistant = {
  connect: Connect
  version: string
  mayWrite: boolean
  openFile: ToolContext['openFile']
}

const instructions =
  'Earshot records calls on this machine, transcribes them and says what follows. Find what was said with ' +
  'search (words) or ask (a question); both quote it with speaker and time. Read around a quote with ' +
  'get_transcript and its start_seconds. Find recordings by name or day with list_recordings, and what people ' +
  `promised with list_tasks. Quote with recording, speaker and time, and never from memory. ${notice}`

/** Everything that an assistant can do here, over whatever it is connected by. */
export function createAssistantServer(assistant: Assistant): McpServer {
  const server = new McpServer(
    { name: 'earshot', title: 'Earshot', version: assistant.version },
    { instructions },
  )
  takeNullArguments(server)
  for (const one of tools) if (isOffered(one, assistant)) addTool(server, assistant, one)
  addResources(server, assistant.connect)
  addPrompts(server, assistant.connect)
  return server
}

const isOffered = ({ isWriting, over }: Tool, { mayWrite, openFile }: Assistant): boolean =>
  (mayWrite || !isWriting) && over !== (openFile === null ? 'stdio' : 'http')

function addTool(server: McpServer, assistant: Assistant, one: Tool): void {
  const annotations = {
    readOnlyHint: !one.isWriting,
    // Nothing is deleted here, and nothing leaves this machine.
    destructiveHint: false,
    openWorldHint: false,
  }
  const inputSchema = readingSchema(one.input)
  const { name, title, about: description } = one
  server.registerTool(name, { title, description, inputSchema, annotations }, (input, context) =>
    call(assistant, one, input, context),
  )
}

async function call(
  assistant: Assistant,
  { name, run }: Tool,
  input: unknown,
  context: ServerContext,
): Promise<CallToolResult> {
  try {
    const result = await run(
      {
        ...(await assistant.connect(name)),
        signal: context.mcpReq.signal,
        report: reporter(context),
        openFile: assistant.openFile,
      },
      // It was checked against the schema of its tool.
      input as never,
    )
    return { content: [{ type: 'text', text: toText(result) }] }
  } catch (error) {
    if (context.mcpReq.signal.aborted) throw error
    return { content: [{ type: 'text', text: toText(toProblem(error)) }], isError: true }
  }
}

/** Tells an assistant that asked for it how far the work is. */
function reporter({ mcpReq }: ServerContext): ToolContext['report'] {
  // oxlint-disable-next-line no-underscore-dangle -- a name of the protocol
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let last = -1
  return (message, progress) => {
    // The protocol wants each figure to be above the one before.
    if (progress <= last) return
    last = progress
    const params = { progressToken, progress, total: 1, message }
    // An assistant that is gone is told nothing.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
