import path from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../core/log.ts'
import { createMemoryScratch } from '../core/memory-scratch.ts'
import type { StartScript } from '../core/script-child.ts'
import { modelFolders } from './models/catalogue.ts'
import type { ServedModel } from './connected/model-server.ts'
import { createEmbedder, type Embedder } from './embedding/embedder.ts'
import type { ModelChoice, Transcriber, Writer } from './engine.ts'
import { findLanguageModel, locateLanguageModel } from './language-models.ts'
import { createGraphicsMemory } from './llama/graphics-memory.ts'
import { createTranscriber } from './whisper/transcriber.ts'
import { createEntranceRecords } from './reading/entrance-records.ts'
import { createWriter } from './writer.ts'

export type EngineOptions = {
  /** How the host starts scripts; plain Node by default. */
  startScript?: StartScript | undefined
  /** The language model that is chosen: one that is served, or the id of an installed one. */
  chosenLanguageModel?: (choice: ModelChoice) => Promise<ServedModel | string | null>
  /** In place of the bundled model. */
  embedder?: Embedder | undefined
  /** What is decoded is kept off the disk where that is possible. */
  isEncrypted?: boolean
}

export type Engines = { transcriber: Transcriber; writer: Writer; embedder: Embedder }

/**
 * Creates this machine's engines: whisper.cpp transcribes, a small model embeds; llama.cpp, a program
 * that serves models or the built-in analyser writes.
 */
export function createEngines(config: Config, log: Log, options: EngineOptions = {}): Engines {
  const { startScript, chosenLanguageModel = idOf, isEncrypted } = options
  const folders = modelFolders(config.modelsFolders, config.dataDir)
  const embedder = options.embedder ?? createEmbedder({ log, folders, startScript })
  return {
    embedder,
    transcriber: createTranscriber({
      folders,
      log,
      workDir: path.join(config.dataDir, 'work'),
      memoryScratch: isEncrypted ? createMemoryScratch(config.dataDir) : null,
      cacheDir: config.cacheDir,
      whisperCli: config.whisperCli,
      bundledDir: config.bundledDir,
      threads: config.threads,
      startScript,
    }),
    writer: createWriter({
      log,
      embedder,
      entrance: createEntranceRecords(path.join(config.dataDir, 'language-models.json')),
      startScript,
      graphics: createGraphicsMemory(config.dataDir),
      findLanguageModel: async (choice) => {
        const chosen = choice ? await chosenLanguageModel(choice) : null
        const isServed = typeof chosen === 'object' && chosen !== null
        const id = choice?.model
        if (id !== undefined && !isServed) return locateLanguageModel(folders, id)
        return isServed ? chosen : findLanguageModel(folders, { preferred: chosen })
      },
    }),
  }
}

const idOf = async ({ model }: ModelChoice): Promise<string | null> => model ?? null
