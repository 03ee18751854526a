import { Type } from 'typebox'

/** The request header of every POST and PATCH under /v1, for the OpenAPI document. */
export const idempotencyHeader = {
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]{1,255}$',
      description:
        'A name of your choice for this one request, such as a UUID. Sent again within 24 hours ' +
        'with the same body, the request is not done twice: the first answer is given again.',
      examples: ['5f0b1c52-8f0e-4f62-9a3c-2f1d1d0d7f6a'],
    }),
  ),
}

/** The response header of every POST and PATCH under /v1, for the OpenAPI document. */
export const replayedHeader = {
  'Idempotent-Replayed': Type.Optional(
    Type.Literal('true', {
      description: 'Sent where this is the answer to an earlier request with the same key',
    }),
  ),
}
