import closeWithGrace from 'close-with-grace'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, spoken } from './engine.ts'

/** The product as its own process, on a machine that has nothing to transcribe with. */
const config = readConfig(process.env)
const service = await startService(config, {
  log: createLog(config.logLevel),
  embedder: absentEmbedder(),
  transcriber: scriptedTranscriber(async () =>
    spoken('We will send the contract to the customer before Friday.'),
  ),
})
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
process.stdout.write(`Earshot answers at ${service.baseUrl}\n`)
