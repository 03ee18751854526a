import type { ModelServer } from './model-server.ts'
import { listServerModels, type ServerModels } from './server-models.ts'

/** Ollama, LM Studio, llama-server (and LocalAI), vLLM, Jan. */
const usualPorts = [11434, 1234, 8080, 8000, 1337]

export type FoundServer = ServerModels & { baseUrl: string }

/** The model servers that run on this machine now, on the ports that such programs choose. */
export async function findLocalServers(
  signal: AbortSignal,
  ports: readonly number[] = usualPorts,
): Promise<FoundServer[]> {
  const found = await Promise.all(
    ports.map(async (port) => {
      const baseUrl = `http://127.0.0.1:${port}`
      const server: ModelServer = { baseUrl, apiKey: null, allowRemote: false }
      const listed = await listServerModels(server, signal).catch(() => null)
      return listed === null ? [] : [{ baseUrl, ...listed }]
    }),
  )
  signal.throwIfAborted()
  return found.flat()
}
