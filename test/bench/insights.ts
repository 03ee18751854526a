/** Insights of ten thousand recordings on PostgreSQL, and what they cost: `npx node test/bench/insights.ts [folder]`. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createLog } from '../../service/core/log.ts'
import { openServerDatabase } from '../../service/db/open-server-database.ts'
import type { Project } from '../support/path-client.ts'
import { ordinaryRole, runOn, startPostgres } from '../support/postgres.ts'
import { absentStore } from '../support/s3-server.ts'
import { startMeasuredService, type ServiceProcess } from '../support/service-process.ts'
import { processorSeconds } from './process-time.ts'
import { printRows } from './report.ts'
import { fillAnalysed, measureInsights } from './server-insights.ts'
import { readWords } from './server-library.ts'

/** @param keep where the database stays, or is from an earlier run */
async function benchInsights(keep?: string): Promise<void> {
  const folder = keep ?? (await mkdtemp(path.join(tmpdir(), 'earshot-bench-insights-')))
  await mkdir(folder, { recursive: true })
  const settings = ['shared_buffers=1GB', 'max_wal_size=8GB']
  const isKept = keep !== undefined
  const server = await startPostgres(`${folder}-postgres`, { isDurable: true, isKept, settings })
  const running: ServiceProcess[] = []
  try {
    const made = path.join(folder, 'project')
    if (!existsSync(made)) {
      await runOn(server.url(), `CREATE DATABASE team OWNER ${ordinaryRole}`)
      await writeFile(path.join(folder, 'key'), randomBytes(32))
    }
    const url = server.url('team', ordinaryRole)
    const start = async (role: string) => {
      const service = await startMeasuredService(path.join(folder, role), {
        EARSHOT_DATABASE_URL: url,
        EARSHOT_KEY_FILE: path.join(folder, 'key'),
        EARSHOT_ROLE: role,
        ...absentStore,
        EARSHOT_RATE_LIMIT_FACTOR: '1000',
      })
      running.push(service)
      return service
    }
    const api = await start('api')
    const db = await openServerDatabase({ url, connections: 4, log: createLog('silent') })
    const words = await readWords()
    if (!existsSync(made)) {
      const { id } = await api.client.post<Project>('/v1/projects', { name: 'Analysed' })
      await fillAnalysed(db, id, words)
      await writeFile(made, id)
    }
    const worker = await start('worker')
    await measureInsights(api, {
      ...{ db, words, projectId: await readFile(made, 'utf8') },
      parts: {
        worker: () => processorSeconds(worker.pid),
        PostgreSQL: () => processorSeconds(server.process.pid, { withChildren: true }),
      },
    })
    await db.close()
  } finally {
    await Promise.all(running.map((service) => service.stop()))
    await server.stop()
    if (!isKept) await rm(folder, { recursive: true, force: true })
  }
}

await benchInsights(process.argv[2])
printRows()
