/** Insights of ten thousand recordings on PostgreSQL, and what they cost: `npx node test/bench/insights.ts [folder]`. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { Project } from '../support/path-client.ts'
import { processorSeconds } from './process-time.ts'
import { printRows } from './report.ts'
import { fillAnalysed, measureInsights } from './server-insights.ts'
import { readWords } from './server-library.ts'
import { withTeam } from './team.ts'

/** @param keep where the database stays, or is from an earlier run */
const benchInsights = (keep?: string): Promise<void> =>
  withTeam(
    { keep, settings: ['shared_buffers=1GB', 'max_wal_size=8GB'] },
    async ({ fileOf, server, start, openDatabase }) => {
      const rate = { EARSHOT_RATE_LIMIT_FACTOR: '1000' }
      const api = await start('api', { ...rate, EARSHOT_ROLE: 'api' })
      const db = await openDatabase(4)
      const words = await readWords()
      const made = fileOf('project')
      if (!existsSync(made)) {
        const { id } = await api.client.post<Project>('/v1/projects', { name: 'Analysed' })
        await fillAnalysed(db, id, words)
        await writeFile(made, id)
      }
      const worker = await start('worker', { EARSHOT_ROLE: 'worker' })
      await measureInsights(api, {
        ...{ db, words, projectId: await readFile(made, 'utf8') },
        parts: {
          worker: () => processorSeconds(worker.pid),
          PostgreSQL: () => processorSeconds(server.process.pid, { withChildren: true }),
        },
      })
    },
  )

await benchInsights(process.argv[2])
printRows()
