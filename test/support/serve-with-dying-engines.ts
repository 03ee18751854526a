import path from 'node:path'
import closeWithGrace from 'close-with-grace'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { modelFolders } from '../../service/engine/models/catalogue.ts'
import { createTranscriber } from '../../service/engine/whisper/transcriber.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'

/** The product as its own process; its engine's programs are those of dying-engine.ts. */
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const engines = process.env['TEST_DYING_ENGINES'] ?? ''
const service = await startService(config, {
  log,
  embedder: absentEmbedder(),
  transcriber: createTranscriber({
    folders: modelFolders(config.modelsFolders, config.dataDir),
    log,
    workDir: path.join(config.dataDir, 'work'),
    cacheDir: config.cacheDir,
    whisperCli: path.join(engines, 'whisper-cli'),
    nodePath: path.join(engines, 'node'),
    threads: 1,
  }),
})
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
process.stdout.write(`Earshot answers at ${service.baseUrl}\n`)
