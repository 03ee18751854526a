/** One chat completion, streamed: what the model wrote, or the `JobError` that says why not. */
import { createParser } from 'eventsource-parser'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { ModelServer } from './model-server.ts'
import {
  readJson,
  serverFailed,
  ServerRefusal,
  withResponse,
  type ServerResponse,
} from './server-request.ts'

export type CompletionRequest = {
  model: string
  messages: { role: 'system' | 'user'; content: string }[]
  max_tokens: number
  temperature: number
  /** What makes the answer JSON; dialects.ts lists the forms. */
  [parameter: string]: unknown
}

/** The prompt is longer than the context that the server gives the model. */
export class TooLongPrompt extends ServerRefusal {}

/** The server understood the request but not one of its parameters. */
export class UnsupportedParameter extends ServerRefusal {}

export type CompletionOptions = {
  signal: AbortSignal
  /** Called for each piece of text as it comes, of thoughts too. */
  onChunk: () => void
}

/** Servers and the proxies before them send null for what a part of a stream has not. */
export const absent = <S extends TSchema>(schema: S) =>
  Type.Optional(Type.Union([schema, Type.Null()]))
const Delta = Type.Object({ content: absent(Type.String()) })
const Choice = Type.Object({ delta: absent(Delta), message: absent(Delta) })
const Chunk = Type.Object({
  error: Type.Optional(Type.Unknown()),
  choices: absent(Type.Array(Choice)),
})

/** Longer than any answer that a result may have, thoughts included. */
export const longestText = 400_000

export function complete(
  server: ModelServer,
  request: CompletionRequest,
  { signal, onChunk }: CompletionOptions,
): Promise<string> {
  const body = { ...request, stream: true }
  return withResponse(server, { path: '/v1/chat/completions', body, signal }, async (response) => {
    if (response.statusCode !== 200) throw await refusalOf(response)
    const type = String(response.headers['content-type'] ?? '')
    // Some proxies collect the stream and answer at once.
    if (type.includes('application/json')) return textOf((await readJson(response)) ?? undefined)
    return readStream(response, onChunk)
  })
}

async function readStream({ body }: ServerResponse, onChunk: () => void): Promise<string> {
  let text = ''
  let isDone = false
  let failure: JobError | undefined
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data.trim() === '[DONE]') isDone = true
      else {
        try {
          text += textOf(JSON.parse(data))
          onChunk()
        } catch (error) {
          failure ??= error instanceof JobError ? error : serverFailed('sent what is no answer')
        }
      }
    },
  })
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    parser.feed(decoder.decode(bytes as Buffer, { stream: true }))
    if (failure) throw failure
    if (isDone || text.length > longestText) break
  }
  // Not every server ends with [DONE]; a line without its blank line is an event too.
  parser.reset({ consume: true })
  if (failure) throw failure
  return text
}

function textOf(value: unknown): string {
  // Some servers keep a stream alive so.
  if (value === null) return ''
  const chunk: Static<typeof Chunk> = Value.Check(Chunk, value) ? value : { error: true }
  if (chunk.error !== undefined && chunk.error !== null) throw serverFailed('stopped with an error')
  const [choice] = chunk.choices ?? []
  return choice?.delta?.content ?? choice?.message?.content ?? ''
}

/** The refusal as an error of ours. The server's own words are read but never passed on. */
export async function refusalOf(response: ServerResponse): Promise<Error> {
  const { statusCode: status, headers } = response
  const words = JSON.stringify((await readJson(response)) ?? '').toLowerCase()
  if (status === 429 || status === 503) return new BusyServer(headers['retry-after'])
  if (status === 401 || status === 403) return serverFailed('does not accept the key')
  const isAboutModel = /model/u.test(words) && /not found|not exist|no models? loaded/u.test(words)
  if (status === 404 || ((status === 400 || status === 500) && isAboutModel)) {
    return new JobError('model_missing', 'The server no longer has this language model.')
  }
  if (/context (length|size|window)|exceeds? the available context|too many tokens/u.test(words)) {
    return new TooLongPrompt()
  }
  if (status === 400 || status === 422) return new UnsupportedParameter()
  return serverFailed(`answered ${status}`)
}

/** Loading a model, or out of free places: worth another try. */
export class BusyServer extends ServerRefusal {
  readonly waitMs: number

  constructor(retryAfter: string | string[] | undefined) {
    super('busy')
    const seconds = Number(retryAfter ?? 2)
    this.waitMs = Number.isFinite(seconds) ? Math.min(30, Math.max(1, seconds)) * 1000 : 2000
  }
}
