import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { apiVersions, currentApiVersion } from '../core/api-version.ts'
import { ApiError } from '../core/errors.ts'
import type { App } from './server.ts'
import { StringEnum } from './shapes.ts'

const version = (description: string) =>
  StringEnum(apiVersions, { title: 'ApiVersion', description, examples: [currentApiVersion] })

/** The request header of every operation under /v1, for the OpenAPI document. */
export const apiVersionHeader = {
  'Api-Version': Type.Optional(
    version('The version of the API to speak; left out, the one pinned on the API key'),
  ),
}

/** The response header of every operation under /v1, for the OpenAPI document. */
export const apiVersionAnswerHeader = {
  'Api-Version': version('The version of the API that this answer speaks'),
}

/**
 * The version of a request: its Api-Version header, else the one pinned on its key (api-choices.md
 * 16).
 * What the request creates (keys, webhooks) is pinned to it. An unknown one is refused after the
 * rights are checked, as any other part of a request; errors speak the pinned one.
 */
export function chooseVersion(app: App): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isApi(request)) return
    const requested = request.headers['api-version']
    const pinned = request.caller?.apiVersion ?? currentApiVersion
    const spoken = isKnown(requested) ? requested : pinned
    reply.header('api-version', spoken)
    if (request.caller) request.caller = { ...request.caller, apiVersion: spoken }
  })
  app.addHook('preValidation', async (request) => {
    const requested = request.headers['api-version']
    if (!isApi(request) || requested === undefined || isKnown(requested)) return
    throw new ApiError(
      'unsupported_api_version',
      `Api-Version must be a date that is supported: ${apiVersions.join(', ')}.`,
    )
  })
}

/** The files of the UI have no version. */
const isApi = ({ routeOptions }: FastifyRequest) => routeOptions.config.open !== 'page'

const isKnown = (requested: unknown): requested is string =>
  apiVersions.some((known) => known === requested)
