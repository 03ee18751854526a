import {
  fromJsonSchema,
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JsonSchemaType,
  type McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'

/**
 * The schema of a tool, which takes its arguments as models write them: null, or an empty text where none may be
 * empty, for what they leave out, and a number or a truth as text.
 */
export function readingSchema(input: TObject): StandardSchemaWithJSON {
  // What TypeBox makes is a JSON schema; its type is wider.
  const schema = fromJsonSchema(input as unknown as JsonSchemaType)
  const { validate, ...rest } = schema['~standard']
  return { '~standard': { ...rest, validate: (given) => validate(readArguments(input, given)) } }
}

function readArguments(input: TObject, given: unknown): unknown {
  if (!isRecord(given)) return given
  const { properties } = input
  const required: readonly string[] = input.required ?? []
  const read = Object.entries(given).map(([name, value]): [string, unknown] => {
    const field: Field = { ...properties[name] }
    const isOptional = !required.includes(name)
    const isLeftOut = value === null || (value === '' && (field.minLength ?? 0) > 0)
    return [name, isOptional && isLeftOut ? undefined : readValue(field, value)]
  })
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

type Field = { type?: string; minLength?: number }

function readValue({ type = '' }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (['integer', 'number'].includes(type) && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && ['true', 'false'].includes(value)) return value === 'true'
  return value
}

/** A call whose `arguments` are null has none; the protocol's own check would refuse the whole message. */
export function takeNullArguments(server: McpServer): void {
  const connect = server.connect.bind(server)
  server.connect = async (transport) => {
    await connect(transport)
    const { onmessage } = transport
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has one receiver and no listeners
    transport.onmessage = (message, extra) => onmessage?.(withoutNull(message), extra)
  }
}

function withoutNull<Message extends JSONRPCMessage>(message: Message): Message {
  if (!isJSONRPCRequest(message) || message.params?.['arguments'] !== null) return message
  const { arguments: _none, ...params } = message.params
  return { ...message, params }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
