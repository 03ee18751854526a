import { Type } from 'typebox'
import { apiVersions, currentApiVersion } from '../core/api-version.ts'
import { StringEnum } from './shapes.ts'

const version = (description: string) =>
  StringEnum(apiVersions, { description, examples: [currentApiVersion] })

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
