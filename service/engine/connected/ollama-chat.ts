/**
 * One chat with Ollama by its own API, which unlike its OpenAI form takes the context that a request needs
 * (its API documentation, “Generate a chat completion”).
 */
import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import type { JsonSchema } from '../engine.ts'
import { absent, longestText, refusalOf, type CompletionOptions } from './chat-completion.ts'
import type { ModelServer } from './model-server.ts'
import { serverFailed, withResponse, type ServerResponse } from './server-request.ts'

export type OllamaChat = {
  model: string
  messages: { role: 'system' | 'user'; content: string }[]
  /** What the answer must follow; any text if omitted. */
  format?: JsonSchema | undefined
  maxTokens: number
  temperature: number
  contextSize: number
}

const Part = Type.Object({
  error: Type.Optional(Type.Unknown()),
  message: absent(Type.Object({ content: absent(Type.String()) })),
})

/** The text of the answer; throws as `complete` of chat-completion.ts does. */
export function completeWithOllama(
  server: ModelServer,
  { model, messages, format, maxTokens, temperature, contextSize }: OllamaChat,
  { signal, onChunk }: CompletionOptions,
): Promise<string> {
  const options = { num_ctx: contextSize, num_predict: maxTokens, temperature }
  const body = { model, messages, stream: true, think: false, options, ...(format && { format }) }
  return withResponse(server, { path: '/api/chat', body, signal }, async (response) => {
    if (response.statusCode !== 200) throw await refusalOf(response)
    return readParts(response, onChunk)
  })
}

/** A JSON document a line. */
async function readParts({ body }: ServerResponse, onChunk: () => void): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let rest = ''
  const take = (line: string) => {
    if (line.trim() === '') return
    const part = parse(line)
    if (part.error !== undefined && part.error !== null) throw serverFailed('stopped with an error')
    text += part.message?.content ?? ''
    onChunk()
  }
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes as Buffer, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (text.length > longestText) return text
  }
  take(rest)
  return text
}

function parse(line: string): Static<typeof Part> {
  try {
    const part: unknown = JSON.parse(line)
    if (Value.Check(Part, part)) return part
  } catch {
    // A line that is no JSON fails as one of another form does.
  }
  throw serverFailed('sent what is no answer')
}
