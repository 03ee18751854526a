import type { Config } from '../config.ts'
import { second } from '../core/time.ts'
import { checkDatabase, checkRowLevelSecurity } from './database.ts'
import { checkDataFolder } from './data-folder.ts'
import { failed, type Finding } from './finding.ts'
import { checkKey } from './key-file.ts'
import { checkMail } from './mail.ts'
import { checkModels } from './models.ts'
import { checkPublicAddress } from './public-address.ts'
import { checkSignInProvider } from './sign-in-provider.ts'
import { checkStore } from './store.ts'

/** A part of an installation, and what tries it; a new one is a line in `parts`. */
type Part = { name: string; check: (config: Config, signal: AbortSignal) => Promise<Finding> }

const parts: readonly Part[] = [
  { name: 'database', check: checkDatabase },
  { name: 'row-level security', check: checkRowLevelSecurity },
  { name: 'data folder', check: checkDataFolder },
  { name: 'store', check: checkStore },
  { name: 'key', check: checkKey },
  { name: 'mail', check: checkMail },
  { name: 'sign-in provider', check: checkSignInProvider },
  { name: 'public address', check: checkPublicAddress },
  { name: 'models', check: checkModels },
]

const deadlineMs = 15 * second

export type Report = { is_ready: boolean; parts: (Finding & { part: string })[] }

/** Tries each part of an installation, whether or not the service runs; changes nothing that stays. */
export async function checkServer(config: Config): Promise<Report> {
  const findings = await Promise.all(
    parts.map(async ({ name, check }) => ({ part: name, ...(await inTime(config, check)) })),
  )
  return { is_ready: findings.every(({ status }) => status !== 'failed'), parts: findings }
}

async function inTime(config: Config, check: Part['check']): Promise<Finding> {
  const signal = AbortSignal.timeout(deadlineMs)
  const { promise: late, resolve } = Promise.withResolvers<Finding>()
  const seconds = deadlineMs / second
  signal.addEventListener('abort', () =>
    resolve(
      failed(
        `no answer within ${seconds} seconds`,
        'Look whether the address is right and a firewall lets this machine through.',
      ),
    ),
  )
  return Promise.race([check(config, signal), late])
}
