/** Which models a server has, which program it is, and how much context a model gets there. */
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { JobError } from '../../core/errors.ts'
import type { ModelServer, ServedModel } from './model-server.ts'
import { readJson, serverFailed, withResponse } from './server-request.ts'

export const serverKinds = ['ollama', 'lm-studio', 'llama-server', 'vllm', 'other'] as const
type ServerKind = (typeof serverKinds)[number]

/** `contextTokens` is null where the server does not tell. */
type ListedModel = { name: string; contextTokens: number | null }
export type ServerModels = { kind: ServerKind; models: ListedModel[] }

/** More are never shown; hosted services list hundreds. */
const mostModels = 200

/** Listing takes no model into memory, so a server that is well answers at once. */
const listLimitMs = 5_000

const Count = Type.Integer({ minimum: 256, maximum: 100_000_000 })
const ModelList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 300 }),
      owned_by: Type.Optional(Type.Unknown()),
      max_model_len: Type.Optional(Type.Unknown()),
      meta: Type.Optional(Type.Unknown()),
    }),
  ),
})
type Entry = Static<typeof ModelList>['data'][number]

/**
 * The models of a server. Throws `JobError` model_server_failed where it cannot be reached, refuses
 * the key, or is no server of language models.
 */
export async function listServerModels(
  server: ModelServer,
  signal: AbortSignal,
): Promise<ServerModels> {
  const { data } = await getList(server, signal)
  const kind = kindOf(data)
  const models = data
    .filter(({ id }) => !/embed/iu.test(id))
    .slice(0, mostModels)
    .map((entry) => ({ name: entry.id, contextTokens: contextOf(entry) }))
  return { kind, models }
}

async function getList(server: ModelServer, signal: AbortSignal) {
  return within(signal, (limited) =>
    withResponse(server, { path: '/v1/models', signal: limited }, async (response) => {
      const { statusCode } = response
      if (statusCode === 401 || statusCode === 403) throw serverFailed('does not accept the key')
      const found = await readJson(response)
      if (statusCode === 200 && Value.Check(ModelList, found)) return found
      throw serverFailed('lists no models')
    }),
  )
}

async function within<Result>(
  signal: AbortSignal,
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(listLimitMs)
  try {
    return await work(AbortSignal.any([signal, late]))
  } catch (error) {
    if (late.aborted && !signal.aborted) throw serverFailed('does not answer')
    throw error
  }
}

const owners: Readonly<Record<string, ServerKind>> = {
  library: 'ollama',
  organization_owner: 'lm-studio',
  llamacpp: 'llama-server',
  vllm: 'vllm',
}

function kindOf(data: readonly Entry[]): ServerKind {
  const [owner] = data.map(({ owned_by }) => String(owned_by))
  return (owner !== undefined && owners[owner]) || 'other'
}

/** vLLM tells the context it was started with, llama-server that of the slots or the training. */
function contextOf({ max_model_len: length, meta }: Entry): number | null {
  if (Value.Check(Count, length)) return length
  return read(Type.Object({ n_ctx: Count }), meta)?.n_ctx ?? null
}

function read<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | null {
  return Value.Check(schema, value) ? value : null
}

/**
 * Choice: what a server gets that does not tell. Ollama gives a model 4,096 tokens unless its
 * owner says more, and silently drops the start of a longer prompt.
 */
const usualContext = 4096

/** The context in tokens that the model has at its server, prompt and answer together. */
export async function contextSizeOf(
  { name, server }: Omit<ServedModel, 'id'>,
  signal: AbortSignal,
): Promise<number> {
  const { data } = await getList(server, signal)
  const entry = data.find(({ id }) => id === name)
  if (!entry) {
    throw new JobError('model_missing', 'The server no longer has this language model.')
  }
  const kind = kindOf(data)
  const told =
    contextOf(entry) ??
    (kind === 'ollama' ? await ollamaContext(server, name, signal) : null) ??
    (kind === 'lm-studio' ? await lmStudioContext(server, name, signal) : null) ??
    (kind === 'llama-server' ? await llamaServerContext(server, signal) : null)
  return told ?? usualContext
}

const Shown = Type.Object({ parameters: Type.String() })

/** Ollama: `num_ctx` of the model's own parameters. What a model could do at most says nothing. */
async function ollamaContext(server: ModelServer, model: string, signal: AbortSignal) {
  const shown = read(Shown, await ask(server, { path: '/api/show', body: { model }, signal }))
  const size = Number(/^num_ctx\s+(\d+)/mu.exec(shown?.parameters ?? '')?.[1])
  return Value.Check(Count, size) ? size : null
}

const LmStudioModel = Type.Object({ loaded_context_length: Count })

/** LM Studio: the context that it loaded the model with; null where it will load it for us. */
async function lmStudioContext(server: ModelServer, model: string, signal: AbortSignal) {
  const path = `/api/v0/models/${encodeURIComponent(model)}`
  const found = await ask(server, { path, signal })
  return read(LmStudioModel, found)?.loaded_context_length ?? null
}

const Props = Type.Object({ default_generation_settings: Type.Object({ n_ctx: Count }) })

/** llama-server: the context of one slot, which is less than the model's where several share it. */
async function llamaServerContext(server: ModelServer, signal: AbortSignal) {
  const props = read(Props, await ask(server, { path: '/props', signal }))
  return props?.default_generation_settings.n_ctx ?? null
}

/** The answer of an address that some versions lack; undefined there. */
async function ask(
  server: ModelServer,
  request: { path: string; body?: object; signal: AbortSignal },
): Promise<unknown> {
  const { signal } = request
  try {
    return await within(signal, (limited) =>
      withResponse(server, { ...request, signal: limited }, async (response) =>
        response.statusCode === 200 ? readJson(response) : undefined,
      ),
    )
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof JobError) return undefined
    throw error
  }
}
