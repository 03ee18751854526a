import swagger from '@fastify/swagger'
import type { App } from './server.ts'

/** OpenAPI 3.1 from the route schemas, which also validate and serialize: one source. */
export async function describeApi(app: App, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Earshot',
        version,
        description: 'Recordings, transcripts, analyses, search and webhooks on your own machine.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [
        {
          url: 'http://127.0.0.1:{port}',
          description: 'The service on this machine',
          variables: { port: { default: '4777', description: 'As service.json says' } },
        },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'sk_live_… or pk_live_…' },
        },
      },
      security: [{ apiKey: [] }],
    },
    hideUntagged: true,
  })
  app.get('/v1/openapi.json', { config: { scope: 'read' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}
