import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Adapters } from '../../service/adapters.ts'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import { launchService } from '../../service/launch.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, scriptedWriter, spoken, written } from './engine.ts'
import { testKeys } from './library-keys.ts'

/**
 * The real service as its own process, with engines that take 50 to 300 ms and always say the same:
 * what the crash tests kill. Everything but the models is the product's own. With EARSHOT_TEST_ENCRYPTED=1 its
 * database is encrypted. EARSHOT_TEST_SCRIPT names a JSON file with the `words` of every recording, and what
 * analyses have besides a summary, `found`. EARSHOT_TEST_SLOWNESS multiplies the times.
 */
const script = process.env['EARSHOT_TEST_SCRIPT']
const { words = 'The zebra crossed the river before the storm.', found = {} } =
  script === undefined ? {} : JSON.parse(await readFile(script, 'utf8'))
const slowness = Number(process.env['EARSHOT_TEST_SLOWNESS'] ?? 1)
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const { dataDir, databaseTemplates: templates } = config
const isEncrypted = process.env['EARSHOT_TEST_ENCRYPTED'] === '1'
const db = isEncrypted && (await openDatabase({ dataDir, log, templates, keys: testKeys }))
const adapters: Adapters = {
  log,
  ...(db ? { db } : {}),
  transcriber: scriptedTranscriber(async ({ audioPath }, { signal }) => {
    const bytes = await readFile(audioPath)
    await pause((50 + (bytes.length % 250)) * slowness, undefined, { signal })
    return spoken(words)
  }),
  embedder: absentEmbedder(),
  writer: scriptedWriter(async ({ segments }, { signal }) => {
    await pause(100 * slowness, undefined, { signal })
    return written({ summary: segments.map(({ text }) => text).join(' '), ...found })
  }),
}
const isShared = config.databaseUrl !== null
const service = await (isShared ? launchService(config, adapters) : startService(config, adapters))
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
const { baseUrl } = service
process.stdout.write(`Earshot answers at ${typeof baseUrl === 'string' ? baseUrl : baseUrl()}\n`)
