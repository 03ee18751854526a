import closeWithGrace from 'close-with-grace'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, spoken, untilAborted } from './engine.ts'

/**
 * The real service as its own process, with an engine that finishes two parts of each recording and
 * then works on without end; where an earlier process left both, it says so and is done.
 */
const keys = ['part 1', 'part 2']
const config = readConfig(process.env)
const service = await startService(config, {
  log: createLog(config.logLevel),
  embedder: absentEmbedder(),
  transcriber: scriptedTranscriber(async (_request, { signal, parts, onProgress }) => {
    const found = await Promise.all(keys.map((key) => parts?.read(key)))
    const texts = found.flatMap((value) => Object.values(value ?? {}))
    if (texts.length === keys.length) return spoken(texts.join(' '))
    for (const key of keys) await parts?.write(key, { text: `Kept: ${key}.` })
    // Told twice a second at most: said until it is stored.
    const timer = setInterval(() => onProgress(0.5), 100)
    return untilAborted(signal).finally(() => clearInterval(timer))
  }),
})
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
process.stdout.write(`Earshot answers at ${service.baseUrl}\n`)
