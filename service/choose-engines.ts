import path from 'node:path'
import type { Config } from './config.ts'
import type { Log } from './core/log.ts'
import type { Clock } from './core/time.ts'
import type { Deps } from './deps.ts'
import type { ModelChoice } from './engine/engine.ts'
import { createEngines } from './engine/engines.ts'
import { modelFolders, type Model } from './engine/models/catalogue.ts'
import { createModelInstalls } from './engine/models/model-installs.ts'
import { noticeEmbeddingModel } from './features/ask/embedding.ts'
import { measureInstalled } from './features/models/jobs.ts'
import { readChosenModel } from './features/model-servers/model-servers.ts'
import type { Adapters } from './adapters.ts'

/** The models of this machine; `deps` are asked for once the service runs. */
export const installsOf = (config: Config, tools: { clock: Clock; log: Log }, deps: () => Deps) =>
  createModelInstalls({ ...toInstalls(config, tools), ...followEmbedding(deps) })

const toInstalls = (config: Config, tools: { clock: Clock; log: Log }) => ({
  ...tools,
  folders: modelFolders(config.modelsFolders, config.dataDir),
  target: path.join(config.dataDir, 'models'),
  mirror: config.modelsMirror,
  hub: config.modelHub,
})

/** The process of the model that Ask finds meaning by lets go of a file that goes; one that writes is measured. */
const followEmbedding = (deps: () => Deps) => ({
  beforeRemoval: async ({ kind }: Model) => {
    if (kind === 'text-embedding') await deps().embedder.stop()
  },
  onChange: async (model: Model) => {
    if (model.kind === 'text-embedding') await noticeEmbeddingModel(deps())
    await measureInstalled(deps(), model)
  },
})

/** What transcribes, writes and embeds: the machine's own, or what the host put in its place. */
export function chooseEngines(
  config: Config,
  stored: Pick<Deps, 'db' | 'keys'>,
  { log, transcriber, writer, embedder, startScript, libraryKeys }: Adapters,
) {
  const chosenLanguageModel = (choice: ModelChoice) => readChosenModel(stored, choice)
  const engines = createEngines(config, log, {
    ...{ startScript, chosenLanguageModel, embedder },
    isEncrypted: Boolean(libraryKeys),
  })
  return {
    ...engines,
    ...(transcriber && { transcriber }),
    ...(writer && { writer }),
  }
}
