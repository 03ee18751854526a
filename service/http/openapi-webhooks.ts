import { Type, type TObject } from 'typebox'
import { exampleOf } from './openapi-examples.ts'

/** What can be sent to an endpoint: the envelope, and the shape of `data` by the name of the event. */
export type SentEvents = { envelope: TObject; data: Readonly<Record<string, TObject>> }

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string', examples: [example] },
})

/** Signed as Standard Webhooks 1.0 says (api-choices.md 11). */
const headers = {
  'webhook-id': text(
    'The id of the event, the same in every repetition',
    'evt_01kayr3c9nfq4tq4h6zr6yv0b2',
  ),
  'webhook-timestamp': text(
    'Unix seconds of this attempt; refuse what is 5 minutes off',
    '1795253400',
  ),
  'webhook-signature': text(
    '`v1,` and the base64 of HMAC-SHA256 over id, timestamp and raw body, joined by dots; two of ' +
      'them, separated by a space, for 24 hours after a rotation. Compare in constant time',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
}
const parameters = Object.entries(headers).map(([name, { description, schema }]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
}))

/** Spec: Events and Delivery rules. The `webhooks` section: what an endpoint is sent. */
export function describeWebhooks({ envelope, data }: SentEvents): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, shape]) => [
      name,
      { post: describeEvent(name, envelope, shape) },
    ]),
  )
}

function describeEvent(name: string, envelope: TObject, data: TObject) {
  const properties = { ...envelope.properties, event: Type.Literal(name), data }
  const schema = openRecords(Type.Object(properties, { title: `${toTitle(name)}Event` }))
  return {
    operationId: `on${toTitle(name)}`,
    summary: name,
    description:
      'Answer with any 2xx within 30 seconds. Otherwise it is sent again, up to 5 times in all. ' +
      'The same event may come twice: keep its id.',
    security: [],
    parameters,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema) } },
    },
    responses: {
      '2XX': { description: 'Received. The body is ignored.' },
      410: { description: 'Gone: the endpoint is switched off at once.' },
      default: { description: 'Sent again after 1 minute, 5 minutes, 30 minutes and 2 hours.' },
    },
  }
}

/** Records as @fastify/swagger writes those of the routes: a shape has one form in the document. */
function openRecords<Shape extends object>(shape: Shape): Shape {
  const copy = JSON.stringify(shape, (_key, node: unknown) => {
    if (typeof node !== 'object' || node === null || !('patternProperties' in node)) return node
    const { patternProperties, ...rest } = node
    return { ...rest, additionalProperties: Object.values(patternProperties ?? {})[0] }
  })
  // The same but for its records.
  return JSON.parse(copy) as Shape
}

/** `content_analysis.completed` as ContentAnalysisCompleted. */
const toTitle = (name: string): string =>
  name
    .split(/[._]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
