/**
 * `npm run seed`: a library worth looking at, in the data folder of `npm run dev`: four projects, 60
 * calls of the last eight weeks, their analyses and insights. Everything goes through /v1; only the
 * words come from calls.ts instead of the speech engine, and time is moved.
 */
import path from 'node:path'
import { createEarshot, type Earshot } from 'earshot/client'
import { readConfig } from '../../service/config.ts'
import { createLog } from '../../service/core/log.ts'
import { systemClock, type Clock } from '../../service/core/time.ts'
import { DataFolderInUse } from '../../service/db/open-errors.ts'
import { startService } from '../../service/start.ts'
import { readable, scriptedTranscriber } from '../support/engine.ts'
import { kinds } from './calls.ts'
import { planCalls, soundOf, span, waveformOf } from './plan.ts'

const root = path.join(import.meta.dirname, '../..')
const say = (text: string) => process.stdout.write(`${text}\n`)
const config = readConfig({
  EARSHOT_LOG_LEVEL: 'warn',
  ...process.env,
  EARSHOT_DATA_DIR: process.env['EARSHOT_DATA_DIR'] ?? path.join(root, '.cache/dev'),
  EARSHOT_PORT: '0',
})
// How far in the past the service believes to be.
let ago = span
const clock: Clock = {
  now: () => new Date(Date.now() - ago),
  elapsed: systemClock.elapsed,
  at: (time, fn) => systemClock.at(new Date(time.getTime() + ago), fn),
}
const calls = planCalls()
// One after the other: what is transcribed now.
let current = calls[0]
const service = await startService(config, {
  log: createLog(config.logLevel),
  clock,
  transcriber: scriptedTranscriber(
    async (_request, options) => {
      if (!current) throw new Error('No call is being added.')
      await options.onWaveform?.(waveformOf(current.transcription))
      return current.transcription
    },
    { probe: async () => readable },
  ),
}).catch((error: unknown) => {
  if (!(error instanceof DataFolderInUse)) throw error
  say(`${error.message} Stop npm run dev, then run npm run seed again.`)
  process.exit(1)
})
try {
  await seed(createEarshot({ baseUrl: service.baseUrl, apiKey: service.sessionToken }))
} finally {
  await service.stop()
}

async function seed(earshot: Earshot): Promise<void> {
  const { data: existing } = await earshot.listProjects()
  if (existing.some(({ name }) => name === kinds[0]?.project)) {
    say(`The library is there already: ${config.dataDir}`)
    return
  }
  const projects = new Map<string, string>()
  for (const name of new Set(kinds.map(({ project }) => project))) {
    const body = { name, settings: { auto_analyze: true } }
    projects.set(name, (await earshot.createProject({ body })).data.id)
  }
  for (const [index, call] of calls.entries()) {
    current = call
    ago = Math.max(0, Date.now() - call.startedAt)
    const project = projects.get(call.kind.project) ?? ''
    const file = new Blob([Uint8Array.from(soundOf(call))], { type: 'audio/wav' })
    await earshot.upload(project, file, { filename: call.filename, contentType: 'audio/wav' })
    await service.idle()
    if ((index + 1) % 10 === 0) say(`${index + 1} of ${calls.length} calls`)
  }
  ago = 0
  for (const [name, projectId] of projects) {
    await earshot.generateInsights({ path: { projectId }, body: { lookback_days: 90 } })
    await service.idle()
    say(`Insights of "${name}"`)
  }
  say(`\nReady: npm run dev   (data folder ${config.dataDir})`)
}
