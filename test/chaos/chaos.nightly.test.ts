import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/folders.ts'
import { isNightly } from '../support/nightly.ts'
import { findPostgres } from '../support/postgres.ts'
import { findS3Server } from '../support/s3-server.ts'
import { runChaos } from './run-chaos.ts'

const canRun = isNightly && findPostgres() !== undefined && findS3Server() !== null
const seed = Number(process.env['EARSHOT_CHAOS_SEED'] ?? Date.now() % 1_000_000)

test.skipIf(!canRun)(
  'nothing acknowledged is lost, doubled or missed while one thing after the other fails',
  // A delivery that fails thrice is due again after 36 minutes.
  { timeout: 60 * 60_000 },
  async () => {
    const say = (line: string) => void process.stderr.write(`${line}\n`)
    say(`EARSHOT_CHAOS_SEED=${seed}`)
    const { problems } = await runChaos({ seed, minutes: 3, folder: await temporaryFolder(), say })
    expect(problems).toEqual([])
  },
)
