/**
 * Programs that serve language models, as their documentation shows what they answer: lists,
 * refusals, streams. Each speaks its own dialect of OpenAI's API.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ChatBody = {
  model: string
  stream: boolean
  max_tokens: number
  temperature: number
  messages: { role: string; content: string }[]
  response_format?: { type: string; schema?: object; json_schema?: { schema: object } }
  chat_template_kwargs?: object
  /** Ollama's own: the context in tokens that the request asks for. */
  num_ctx?: number
}

/** The body of Ollama's own API (its docs/api.md). */
type OllamaBody = Pick<ChatBody, 'model' | 'stream' | 'messages'> & {
  format?: object
  options: { num_ctx: number; num_predict: number; temperature: number }
}
type Reply =
  | { status: number; body: unknown; headers?: Record<string, string> }
  | { text: string }
  | { stream: string[]; isOpen?: boolean }

export type Dialect = {
  /** JSON by "METHOD /path". */
  documents: Record<string, unknown>
  chat: (body: ChatBody) => Reply
}

export type TestModelServer = {
  baseUrl: string
  port: number
  /** Chat requests in their order. */
  chats: ChatBody[]
  requests: { method: string; path: string; authorization: string | undefined }[]
  /** Chat requests whose caller hung up before the end. */
  dropped: () => number
  stop: () => Promise<void>
}

export async function startModelServer(dialect: Dialect): Promise<TestModelServer> {
  const chats: ChatBody[] = []
  const requests: TestModelServer['requests'] = []
  let dropped = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '' } = request
    const { authorization } = request.headers
    requests.push({ method, path: url, authorization })
    const body = await readBody(request)
    if (`${method} ${url}` === 'POST /api/chat' && dialect.documents['POST /api/show']) {
      const chat = fromOllama(JSON.parse(body) as OllamaBody) // what our own client sent
      chats.push(chat)
      response.once('close', () => (dropped += response.writableFinished ? 0 : 1))
      const reply = dialect.chat(chat)
      return sendReply(response, 'text' in reply ? { stream: ollamaParts(reply.text) } : reply)
    }
    if (`${method} ${url}` !== 'POST /v1/chat/completions') {
      const document = dialect.documents[`${method} ${url}`]
      if (document === undefined) return sendJson(response, 404, { error: 'not found' })
      return sendJson(response, 200, document)
    }
    const chat = JSON.parse(body) as ChatBody // what our own client sent
    chats.push(chat)
    response.once('close', () => (dropped += response.writableFinished ? 0 : 1))
    sendReply(response, dialect.chat(chat))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    chats,
    requests,
    dropped: () => dropped,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function fromOllama({ format, options, ...body }: OllamaBody): ChatBody {
  const { num_ctx, num_predict: max_tokens, temperature } = options
  const response_format = format && { type: 'json_schema', json_schema: { schema: format } }
  return { ...body, max_tokens, temperature, num_ctx, ...(response_format && { response_format }) }
}

/** A text as Ollama's stream: a JSON document a line. */
const ollamaParts = (text: string): string[] => [
  ...(text.match(/[\s\S]{1,7}/gu) ?? []).map(
    (content) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
  ),
  `${JSON.stringify({ message: { role: 'assistant', content: '' }, done: true })}\n`,
]

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('status' in reply) return sendJson(response, reply.status, reply.body, reply.headers)
  if ('text' in reply) return sendStream(response, { stream: openAiEvents(reply.text) })
  sendStream(response, reply)
}

function sendStream(
  response: ServerResponse,
  { stream, isOpen = false }: { stream: string[]; isOpen?: boolean },
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of stream) response.write(text)
  if (!isOpen) response.end()
}

/** A text as OpenAI's stream of chunks: a role first, the end last. */
export function openAiEvents(text: string): string[] {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const texts = text.match(/[\s\S]{1,7}/gu) ?? []
  const chunks = [
    chunk({ role: 'assistant', content: null }),
    ...texts.map((content) => chunk({ content })),
    chunk({}, 'stop'),
  ]
  return [...chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`), 'data: [DONE]\n\n']
}

type Answers = (chat: ChatBody) => string

/** Ollama: everything of the schema is taken, unknown parameters are ignored. */
export const ollama = (answers: Answers, parameters = 'stop "<|eot_id|>"'): Dialect => ({
  documents: {
    'GET /v1/models': {
      object: 'list',
      data: [
        { id: 'llama3.2:3b', object: 'model', created: 1_760_000_000, owned_by: 'library' },
        { id: 'nomic-embed-text:latest', object: 'model', created: 1, owned_by: 'library' },
      ],
    },
    'POST /api/show': {
      parameters,
      template: '{{ .Prompt }}',
      details: { format: 'gguf', family: 'llama', parameter_size: '3.2B' },
      model_info: { 'general.architecture': 'llama', 'llama.context_length': 131_072 },
      capabilities: ['completion', 'tools'],
    },
  },
  chat: (chat) =>
    chat.model === 'llama3.2:3b'
      ? { text: answers(chat) }
      : {
          status: 404,
          body: {
            error: {
              message: `model "${chat.model}" not found, try pulling it first`,
              type: 'api_error',
            },
          },
        },
})

/** LM Studio: knows json_schema and text only, and says so with a plain string as error. */
export const lmStudio = (answers: Answers): Dialect => ({
  documents: {
    'GET /v1/models': {
      data: [
        { id: 'qwen/qwen3-4b-2507', object: 'model', owned_by: 'organization_owner' },
        {
          id: 'text-embedding-nomic-embed-text-v1.5',
          object: 'model',
          owned_by: 'organization_owner',
        },
      ],
      object: 'list',
    },
    'GET /api/v0/models/qwen%2Fqwen3-4b-2507': {
      id: 'qwen/qwen3-4b-2507',
      object: 'model',
      type: 'llm',
      state: 'loaded',
      max_context_length: 262_144,
      loaded_context_length: 8192,
    },
  },
  chat: (chat) =>
    chat.response_format?.type === 'json_object'
      ? { status: 400, body: { error: "'response_format.type' must be 'json_schema' or 'text'" } }
      : { text: answers(chat) },
})

/** vLLM: tells its context, thinks aloud where the template is not told otherwise. */
export const vllm = (answers: Answers): Dialect => ({
  documents: {
    'GET /v1/models': {
      object: 'list',
      data: [
        {
          id: 'Qwen/Qwen3-8B',
          object: 'model',
          created: 1,
          owned_by: 'vllm',
          root: 'Qwen/Qwen3-8B',
          parent: null,
          max_model_len: 32_768,
          permission: [{ id: 'modelperm-1', object: 'model_permission' }],
        },
      ],
    },
  },
  chat: (chat) => ({
    text: `${chat.chat_template_kwargs ? '' : '<think>\nHm, {"a": 1}?\n</think>\n\n'}${answers(chat)}`,
  }),
})

/** llama-cpp-python: refuses json_schema with 422 of its web framework. */
export const llamaCppPython = (answers: Answers): Dialect => ({
  documents: {
    'GET /v1/models': {
      object: 'list',
      data: [{ id: 'models/7b.gguf', object: 'model', owned_by: 'me', permissions: [] }],
    },
  },
  chat: (chat) =>
    chat.response_format?.type === 'json_schema'
      ? {
          status: 422,
          body: {
            error: { message: "[{'type': 'literal_error', 'loc': ('body', 'response_format')}]" },
          },
        }
      : { text: answers(chat) },
})

/** llama-server while it loads its model, then when it has it. */
export function llamaServer(answers: Answers, busyTimes = 0): Dialect {
  let busy = busyTimes
  return {
    documents: {
      'GET /v1/models': {
        object: 'list',
        data: [
          {
            id: '/srv/models/smollm2-135m.gguf',
            object: 'model',
            owned_by: 'llamacpp',
            meta: { n_ctx_train: 8192, n_params: 134_515_008 },
          },
        ],
      },
      'GET /props': { default_generation_settings: { n_ctx: 2048 }, total_slots: 4 },
    },
    chat: (chat) => {
      if (busy === 0) return { text: answers(chat) }
      busy -= 1
      return {
        status: 503,
        headers: { 'retry-after': '0' },
        body: { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      }
    },
  }
}
