import { Type } from 'typebox'

/** The headers of every answer to an authenticated request, for the OpenAPI document. */
export const rateLimitHeaders = {
  'RateLimit-Policy': Type.String({
    description:
      'The limit that counts this request: its name, q requests in w seconds ' +
      '(draft-ietf-httpapi-ratelimit-headers-10)',
    examples: ['"read";q=600;w=60'],
  }),
  RateLimit: Type.String({
    description: 'What is left of it: r requests now; all of them again in t seconds',
    examples: ['"read";r=599;t=1'],
  }),
}

/** The header of answers 429 and 503, for the OpenAPI document. */
export const retryAfterHeader = {
  'Retry-After': Type.Integer({
    minimum: 1,
    description: 'Whole seconds after which the request may be sent again',
    examples: [2],
  }),
}
