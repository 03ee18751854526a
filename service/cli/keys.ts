import { Option, type Command } from 'commander'
import type { ApiKey, NewApiKey } from 'earshot/client'
import { choice, define, defineList, defineRemove, noun } from './define.ts'
import type { Io } from './io.ts'

type KeyOptions = {
  name: string
  scopes: NonNullable<NewApiKey['scopes']>
  project?: string[]
  type: 'secret' | 'publishable'
  expires?: string
}

/** earshot keys … */
export function addKeys(io: Io, program: Command): void {
  const keys = noun(program, 'keys', 'API keys')
  defineList<object, ApiKey>(io, keys, {
    name: 'list',
    about: 'list the API keys, newest first; never the keys themselves',
    examples: ['keys list'],
    columns: [
      ['ID', ({ id }) => id],
      ['NAME', ({ name }) => name],
      ['STARTS', ({ key_prefix }) => key_prefix],
      ['MAY', ({ scopes }) => scopes],
      ['PROJECTS', ({ project_ids }) => project_ids ?? 'all'],
      ['LAST USED', ({ last_used_at }) => last_used_at],
    ],
    load: (api, query) => api.listApiKeys({ query }),
  })
  define<KeyOptions>(io, keys, {
    name: 'create',
    about: 'create an API key and print it, this once',
    options: [
      new Option('--name <name>', 'what the key is for').default('Command line'),
      choice('--scopes <scopes...>', 'what it may do', ['read', 'write']).default(
        ['read', 'write'],
        'read write',
      ),
      ['--project <ids...>', 'restrict it to these projects'],
      choice('--type <type>', 'kind of key', ['secret', 'publishable']).default('secret'),
      ['--expires <time>', 'ISO 8601 time at which it stops to work'],
    ],
    examples: ['keys create --name "Nightly report" --scopes read', 'keys create --project proj_…'],
    run: async ({ api, out }, { name, scopes, project, type, expires }) => {
      const body: NewApiKey = {
        name,
        key_type: type,
        ...(type === 'secret' && { scopes }),
        ...(project && { project_ids: project }),
        ...(expires && { expires_at: expires }),
      }
      const { data } = await (await api()).createApiKey({ body })
      out.result(data, [data.key])
    },
  })
  defineRemove(io, keys, {
    name: 'revoke <key>',
    about: 'revoke a key, by its id; it stops to work at once',
    examples: ['keys revoke key_… --yes'],
    what: (id) => `key ${id}`,
    remove: async (api, _options, keyId = '') => (await api.deleteApiKey({ path: { keyId } })).data,
  })
}
