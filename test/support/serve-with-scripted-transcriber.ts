import { readFile } from 'node:fs/promises'
import closeWithGrace from 'close-with-grace'
import { readConfig } from '../../service/config.ts'
import { JobError } from '../../service/core/errors.ts'
import { createLog } from '../../service/core/log.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'
import { readable, scriptedTranscriber, spoken } from './engine.ts'

/**
 * The product as its own process, with a transcriber that always hears the same. As the real decoder, it takes no plain
 * sentence for a recording.
 */
const config = readConfig(process.env)
const service = await startService(config, {
  log: createLog(config.logLevel),
  embedder: absentEmbedder(),
  transcriber: scriptedTranscriber(
    async () => spoken('We will send the contract to the customer before Friday.'),
    {
      probe: async (audioPath) => {
        if (/^[\w ]{20,}$/.test(await readFile(audioPath, 'latin1')))
          throw new JobError('unsupported_media', 'The file is of no kind that can be read.')
        return readable
      },
    },
  ),
})
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
process.stdout.write(`Earshot answers at ${service.baseUrl}\n`)
