import {
  Client,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import type { TestApp } from './app.ts'

/**
 * An assistant that is connected to the service by HTTP, with the client that assistants are made with;
 * of the protocol of 2025, or of 2026 with `auto`.
 */
export async function connectAssistant(
  { baseUrl, sessionToken }: Pick<TestApp, 'baseUrl' | 'sessionToken'>,
  { key = sessionToken, mode = 'legacy' }: { key?: string; mode?: VersionNegotiationMode } = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const headers = { authorization: `Bearer ${key}` }
  const url = new URL('/mcp', baseUrl)
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
  return client
}

/** What a tool answers, parsed; with `isError` where it refused. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  if (first?.type !== 'text' || content.length !== 1) throw new Error('It answered no single text')
  return { ...(JSON.parse(first.text) as object), ...(isError && { isError }) }
}
