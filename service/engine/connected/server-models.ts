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

/** Choice: weights of some gigabytes come from a slow disk. */
const loadLimitMs = 180_000

const Count = Type.Integer({ minimum: 256, maximum: 100_000_000 })
const ModelList = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 300 }),
      owned_by: Type.Optional(Type.Unknown()),
      max_model_len: Type.Optional(Type.Unknown()),
      context_length: Type.Optional(Type.Unknown()),
      context_window: Type.Optional(Type.Unknown()),
      max_context_length: Type.Optional(Type.Unknown()),
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
  return within({ signal }, (limited) =>
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
  { signal, limitMs = listLimitMs }: { signal: AbortSignal; limitMs?: number | undefined },
  work: (limited: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = AbortSignal.timeout(limitMs)
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

/**
 * vLLM tells the context it was started with, llama-server that of the slots or the training; hosted services have
 * names of their own for it.
 */
function contextOf(entry: Entry): number | null {
  const { max_model_len, context_length, context_window, max_context_length } = entry
  const named = [max_model_len, context_length, context_window, max_context_length]
  return (
    named.find((size) => Value.Check(Count, size)) ??
    read(Type.Object({ n_ctx: Count }), entry.meta)?.n_ctx ??
    null
  )
}

function read<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> | null {
  return Value.Check(schema, value) ? value : null
}

/** Choice: what a server gets that does not tell. */
const usualContext = 4096

/**
 * The program, and the context in tokens that the model has there, prompt and answer together. `isSettable`: each
 * request may ask for less or more, up to that.
 */
export type ServedFacts = { kind: ServerKind; contextSize: number; isSettable: boolean }

/** Throws `JobError` model_missing where the server no longer has the model. */
export async function describeServed(
  { name, server }: Omit<ServedModel, 'id'>,
  signal: AbortSignal,
): Promise<ServedFacts> {
  const { data } = await getList(server, signal)
  const entry = data.find(({ id }) => id === name)
  if (!entry) {
    throw new JobError('model_missing', 'The server no longer has this language model.')
  }
  const kind = kindOf(data)
  if (kind === 'ollama') {
    const most = await ollamaContext(server, name, signal)
    return { kind, contextSize: most ?? usualContext, isSettable: most !== null }
  }
  const told =
    contextOf(entry) ??
    (kind === 'lm-studio' ? await lmStudioContext(server, name, signal) : null) ??
    (kind === 'llama-server' || kind === 'other' ? await llamaServerContext(server, signal) : null)
  return { kind, contextSize: told ?? usualContext, isSettable: false }
}

const Shown = Type.Object({ model_info: Type.Record(Type.String(), Type.Unknown()) })

/**
 * Ollama: what the model was made for. How much of it a request gets is the request's own `num_ctx`; without one the
 * server gives 4,096 tokens or what its owner set, and silently drops the start of a longer prompt.
 */
async function ollamaContext(server: ModelServer, model: string, signal: AbortSignal) {
  const shown = read(Shown, await ask(server, { path: '/api/show', body: { model }, signal }))
  const size = Object.entries(shown?.model_info ?? {}).find(([name]) =>
    name.endsWith('.context_length'),
  )?.[1]
  return Value.Check(Count, size) ? size : null
}

const LmStudioModel = Type.Object({ loaded_context_length: Count })

/** LM Studio: the context that it loaded the model with. It loads a model when it is first asked something. */
async function lmStudioContext(server: ModelServer, model: string, signal: AbortSignal) {
  const path = `/api/v0/models/${encodeURIComponent(model)}`
  const loaded = async () => read(LmStudioModel, await ask(server, { path, signal }))
  const known = (await loaded())?.loaded_context_length
  if (known !== undefined) return known
  const messages = [{ role: 'user', content: 'Hello' }]
  const body = { model, messages, max_tokens: 1 }
  await ask(server, { path: '/v1/chat/completions', body, signal, limitMs: loadLimitMs })
  return (await loaded())?.loaded_context_length ?? null
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
  { limitMs, ...request }: { path: string; body?: object; signal: AbortSignal; limitMs?: number },
): Promise<unknown> {
  const { signal } = request
  try {
    return await within({ signal, limitMs }, (limited) =>
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
