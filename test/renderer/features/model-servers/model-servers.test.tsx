import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../../../renderer/api/query-client.ts'
import { ModelServers } from '../../../../renderer/features/model-servers/model-servers.tsx'
import type {
  FoundServer,
  ModelServer,
} from '../../../../renderer/features/model-servers/queries.ts'

const path = '/srv/models/qwen3-4b.gguf'

const connected = {
  id: 'msv_1',
  kind: 'llama-server',
  base_url: 'http://10.0.0.7:8080',
  is_local: false,
  state: { status: 'reachable', problem: null },
  models: [
    { name: path, context_tokens: 8192, is_default: true },
    { name: 'other/model-b.gguf', context_tokens: null, is_default: false },
  ],
}
const broken = {
  ...connected,
  id: 'msv_2',
  kind: 'other',
  base_url: 'http://127.0.0.1:9000',
  is_local: true,
  state: { status: 'unreachable', problem: 'Connection refused.' },
  models: [],
}
const found = {
  kind: 'ollama',
  base_url: 'http://127.0.0.1:11434',
  models: [{ name: 'llama3.2:3b', context_tokens: null }],
}

function shown(servers: readonly object[], onMachine: readonly object[]): string {
  const queries = createQueryClient()
  // Of each server only what the screen looks at.
  queries.setQueryData(['models', 'servers', 'connected'], servers as ModelServer[])
  queries.setQueryData(['models', 'servers', 'found'], onMachine as FoundServer[])
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <MantineProvider>
        <ModelServers />
      </MantineProvider>
    </QueryClientProvider>,
  )
}

test('found and connected programs are listed with their address and their models', () => {
  const html = shown([connected], [found])
  expect(html.match(/<h4>[^<]*/g)).toEqual(['<h4>llama-server', '<h4>Ollama'])
  expect(html).toContain('10.0.0.7:8080')
  expect(html).toContain('127.0.0.1:11434')
  expect(html).toContain('llama3.2:3b')
  expect(html).toContain('8,192')
  expect(html.match(/In use/g)).toHaveLength(1)
})

test('a server elsewhere is marked, and the one in use cannot be disconnected', () => {
  const html = shown([connected], [])
  expect(html).toContain('Another machine: transcripts are sent there')
  expect(html).not.toContain('Disconnect')
  expect(shown([broken], [])).toContain('Disconnect')
})

test('a model that is a file is called by its name alone, also for screen readers', () => {
  const html = shown([connected], [])
  expect(html).toContain('qwen3-4b.gguf')
  expect(html).toContain('model-b.gguf')
  expect(html).not.toContain('/srv/models')
  expect(html).not.toContain('other/model-b')
})

test('a server that does not answer says so, with the cause', () => {
  const html = shown([broken], [])
  expect(html).toMatch(/role="alert".*Connection refused\./)
})

test('without any server the page says so', () => {
  expect(shown([], [])).not.toContain('<h4>')
})
