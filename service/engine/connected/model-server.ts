/**
 * A program that serves language models through OpenAI's API: Ollama, LM Studio, llama-server,
 * vLLM and others.
 */
export type ModelServer = {
  /** Without a slash at the end and without /v1, such as http://127.0.0.1:11434. */
  baseUrl: string
  apiKey: string | null
  /** The owner's explicit yes to an address that is not on this machine. */
  allowRemote: boolean
}

/** A model of such a server. `id` names both in settings. */
export type ServedModel = { id: string; name: string; server: ModelServer }

/** For people: llama-server calls a model by the path of its file, which is nobody's business. */
const displayName = (name: string): string =>
  /\.gguf$/iu.test(name) ? (name.split(/[\\/]/u).at(-1) ?? name) : name

/** What a result names as its model, so that it shows on which machine it was written. */
export const servedModelName = ({ name, server }: Omit<ServedModel, 'id'>): string =>
  `${displayName(name)}@${new URL(server.baseUrl).host}`
