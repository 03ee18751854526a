import closeWithGrace from 'close-with-grace'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { openDatabase } from '../../service/db/open-database.ts'
import type { Db } from '../../service/db/database.ts'
import { startService } from '../../service/start.ts'
import { absentEmbedder } from './embedder.ts'
import { scriptedTranscriber, scriptedWriter } from './engine.ts'

/**
 * The real service as its own process, which kills itself at a named point of the first request
 * with an Idempotency-Key: EARSHOT_TEST_KILL_POINT is `reserved` (before its work), `written`
 * (before its COMMIT), `committed` (before its answer) or `none`.
 */
const point = process.env['EARSHOT_TEST_KILL_POINT']
const config = readConfig(process.env)
const log = createLog(config.logLevel)

function dieAt(name: string): void {
  if (point === name) process.kill(process.pid, 'SIGKILL')
}

function withKillPoints(db: Db): Db {
  let isNoted = false
  return {
    ...db,
    hookFirstCommit: (hook, fn) => {
      dieAt('reserved')
      return db.hookFirstCommit(async (tx, result) => {
        await hook(tx, result)
        dieAt('written')
        isNoted = true
      }, fn)
    },
    transaction: async (fn) => {
      const result = await db.transaction(fn)
      if (isNoted) dieAt('committed')
      return result
    },
  }
}

const service = await startService(config, {
  log,
  db: withKillPoints(await openDatabase({ dataDir: config.dataDir, log })),
  transcriber: scriptedTranscriber(),
  embedder: absentEmbedder(),
  writer: scriptedWriter(),
})
closeWithGrace({ delay: 5_000, logger: false }, () => service.stop())
process.stdout.write(`Earshot answers at ${service.baseUrl}\n`)
