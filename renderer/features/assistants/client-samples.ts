const key = 'YOUR_KEY'

type Sample = {
  client: string
  place: 'terminal' | 'desktopFile' | 'cursorFile' | 'codeFile'
  text: string
}

const json = (value: object): string => JSON.stringify(value, null, 2)

/** What to add to each of the known assistants, so that it reaches the service at `url`. */
export function clientSamples(url: string, isElsewhere: boolean): [Sample, ...Sample[]] {
  const headers = { Authorization: `Bearer ${key}` }
  const env = { EARSHOT_BASE_URL: new URL(url).origin, EARSHOT_API_KEY: key }
  return [
    {
      client: 'Claude Code',
      place: 'terminal',
      text: `claude mcp add --transport http earshot ${url} \\\n  --header "Authorization: Bearer ${key}"`,
    },
    {
      client: 'Claude Desktop',
      place: 'desktopFile',
      // On its own machine the command finds the service by itself.
      text: json({
        mcpServers: { earshot: { command: 'earshot', args: ['mcp'], ...(isElsewhere && { env }) } },
      }),
    },
    {
      client: 'Cursor',
      place: 'cursorFile',
      text: json({ mcpServers: { earshot: { url, headers } } }),
    },
    {
      client: 'VS Code',
      place: 'codeFile',
      text: json({ servers: { earshot: { type: 'http', url, headers } } }),
    },
  ]
}
