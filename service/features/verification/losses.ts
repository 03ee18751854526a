import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '../../deps.ts'
import { lossesName, type Losses } from '../../recovery/what-is-left.ts'
import { recordNotice } from '../notices/notices.ts'
import { libraryParts, partOf, type LibraryPart } from './library-parts.ts'

type LossesDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer' | 'log'>

/**
 * At the first start with what was left of a damaged library: tells the owner what is gone. It is only told, so nothing about
 * the file stops a start.
 */
export async function tellLosses(deps: LossesDeps, organizationId: string): Promise<void> {
  const file = path.join(deps.config.dataDir, lossesName)
  if (!existsSync(file)) return
  const losses = await readLosses(file)
  await deps.db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'library_incomplete',
      title: 'The library was opened with what is left',
      body: `${toWords(losses)} The library as it was found is kept.`,
      link: '/app/#/settings?section=storage',
    }),
  )
  await rm(file, { recursive: true }).catch((error: unknown) =>
    deps.log.warn({ err: error }, `${file} was told of and cannot be removed: remove it`),
  )
}

/** Null, as where the counts were lost, for a file that is cut off or none of ours. */
async function readLosses(file: string): Promise<Losses> {
  try {
    const found: unknown = JSON.parse(await readFile(file, 'utf8'))
    return isLosses(found) ? found : null
  } catch {
    return null
  }
}

const isLosses = (value: unknown): value is Losses =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((rows) => typeof rows === 'number')

// The page reads the numbers from it.
function toWords(losses: Losses): string {
  if (losses === null) return 'How much is gone cannot be told.'
  const byPart = new Map<LibraryPart, number>()
  for (const [table, rows] of Object.entries(losses)) {
    byPart.set(partOf(table), (byPart.get(partOf(table)) ?? 0) + rows)
  }
  if (byPart.size === 0) return 'No entry is gone.'
  const each = [...byPart].map(
    ([part, rows]) => `${rows} ${rows === 1 ? 'entry' : 'entries'} of ${libraryParts[part]}`,
  )
  return `Gone: ${new Intl.ListFormat('en').format(each)}.`
}
