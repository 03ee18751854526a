import swagger from '@fastify/swagger'
import type { RouteOptions } from 'fastify'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCatalogue } from '../core/errors.ts'
import { describeBytes, describeErrors, listErrorCodes } from './openapi-answers.ts'
import { toPath, type Document, type Operation, type Route } from './openapi-document.ts'
import { addHeaderParameters, answerHeaders, withHeaders } from './openapi-headers.ts'
import { nameErrors, nameHeaderParameters, nameShapes } from './openapi-names.ts'
import { addExamples } from './openapi-examples.ts'
import { completeParameter } from './openapi-parameters.ts'
import { tags } from './openapi-tags.ts'
import { describeWebhooks, type SentEvents } from './openapi-webhooks.ts'
import type { App } from './server.ts'

type Options = {
  version: string
  /** The public address, where one is configured; null for a service of this machine alone. */
  address?: string | null
  /** What webhooks send; the caller knows the events. */
  events: SentEvents
}

/**
 * OpenAPI 3.1 from the route schemas, which also validate and serialize: one source. What hooks and
 * the error handler add (errors, headers) is added to the document alone, so that no answer is
 * serialized or validated differently for being documented.
 */
export async function describeApi(
  app: App,
  { version, address = null, events }: Options,
): Promise<void> {
  const routes = new Map<string, RouteOptions>()
  app.addHook('onRoute', (route) => {
    for (const name of [route.method].flat()) routes.set(`${name} ${toPath(route.url)}`, route)
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Earshot',
        version,
        summary: 'Recordings, transcripts, analyses, search and webhooks on your own machine.',
        description: await readGuide(address),
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [address === null ? thisMachine : { url: address, description: 'This service' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'sk_live_… or pk_live_…' },
        },
      },
      security: [{ apiKey: [] }],
      tags: [...tags],
    },
    hideUntagged: true,
    transformObject: (given) => {
      if (!('openapiObject' in given)) return given.swaggerObject
      // Narrowed to the members that are completed here.
      const document = given.openapiObject as unknown as Document
      document.webhooks = describeWebhooks(events)
      return complete(document, routes) as unknown as typeof given.openapiObject
    },
  })
  // It holds no data, and the reference page shows it to whoever asks: a generator needs no key.
  app.get('/v1/openapi.json', { config: { open: 'page' }, schema: { hide: true } }, async () =>
    app.swagger(),
  )
}

const thisMachine = {
  url: 'http://127.0.0.1:{port}',
  description: 'The service on this machine',
  variables: { port: { default: '4777', description: 'As service.json says' } },
}

/** The guide that opens the reference page, with the list of all error codes. */
async function readGuide(address: string | null): Promise<string> {
  const guide = await readFile(path.join(import.meta.dirname, 'api-guide.md'), 'utf8')
  const lines = errorCatalogue.map(
    ({ code, status, meaning }) => `- **${status}** \`${code}\` ${meaning}`,
  )
  return guide
    .replace('<!-- errors -->', lines.join('\n'))
    .replaceAll('http://127.0.0.1:4777', address ?? 'http://127.0.0.1:4777')
}

function complete(document: Document, routes: ReadonlyMap<string, RouteOptions>): Document {
  for (const [address, methods] of Object.entries(document.paths)) {
    for (const [name, operation] of Object.entries(methods)) {
      const method = name.toUpperCase()
      const route = routes.get(`${method} ${address}`)
      if (!route) continue
      const { config, schema } = route
      completeOperation(operation, {
        method,
        path: address,
        ...(config && { config }),
        ...(schema && { schema }),
      })
    }
  }
  document.components['headers'] = answerHeaders
  return nameHeaderParameters(nameErrors(nameShapes(document)))
}

function completeOperation(operation: Operation, route: Route): void {
  const { config } = route
  for (const parameter of operation.parameters ?? []) completeParameter(parameter)
  if (config?.mayLackBody && operation.requestBody) operation.requestBody.required = false
  if (config?.bytes && !config.form) describeBytes(operation, config.bytes)
  if (config?.open) operation.security = []
  else addHeaderParameters(operation, route)
  addExamples(operation)
  const errors = describeErrors(listErrorCodes(route))
  const answers = { ...operation.responses, ...errors }
  for (const [status, answer] of Object.entries(answers)) {
    if (answer.description === 'Default Response') answer.description = successes[status] ?? 'Done'
    operation.responses[status] = withHeaders(answer, status, route)
  }
}

const successes: Record<string, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work goes on in the background',
}
