import path from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../core/log.ts'
import type { StartScript } from '../core/script-child.ts'
import { modelFolders } from './models/catalogue.ts'
import type { ServedModel } from './connected/model-server.ts'
import type { Transcriber, Writer } from './engine.ts'
import { findLanguageModel } from './language-models.ts'
import { createTranscriber } from './whisper/transcriber.ts'
import { createWriter } from './writer.ts'

/**
 * Creates this machine's engines: whisper.cpp transcribes; llama.cpp, a program that serves models
 * or the built-in analyser writes.
 */
export function createEngines(
  config: Config,
  log: Log,
  startScript?: StartScript,
  chosenLanguageModel: () => Promise<ServedModel | string | null> = async () => null,
): { transcriber: Transcriber; writer: Writer } {
  const folders = modelFolders(config.modelsFolders, config.dataDir)
  return {
    transcriber: createTranscriber({
      folders,
      log,
      workDir: path.join(config.dataDir, 'work'),
      cacheDir: config.cacheDir,
      whisperCli: config.whisperCli,
      bundledDir: config.bundledDir,
      threads: config.threads,
      startScript,
    }),
    writer: createWriter({
      log,
      startScript,
      findLanguageModel: async () => {
        const chosen = await chosenLanguageModel()
        const isServed = typeof chosen === 'object' && chosen !== null
        return isServed ? chosen : findLanguageModel(folders, { preferred: chosen })
      },
    }),
  }
}
