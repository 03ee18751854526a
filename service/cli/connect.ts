import { createEarshot, type Earshot } from 'earshot/client'
import { readConfig } from '../config.ts'
import { findSession } from './discovery.ts'
import { NotRunning } from './io.ts'

/** The service of EARSHOT_BASE_URL and EARSHOT_API_KEY, else the one of the data folder. */
export async function connect(env: NodeJS.ProcessEnv): Promise<Earshot> {
  const { EARSHOT_BASE_URL: baseUrl, EARSHOT_API_KEY: apiKey } = env
  // A person waits: after two seconds at most the command says that nobody answers.
  if (baseUrl && apiKey) return createEarshot({ baseUrl, apiKey, retries: 3 })
  const session = await findSession(readConfig(env).dataDir)
  if (!session) throw new NotRunning()
  return createEarshot({
    baseUrl: baseUrl ?? session.service.base_url,
    apiKey: apiKey ?? session.token,
    retries: 3,
  })
}
