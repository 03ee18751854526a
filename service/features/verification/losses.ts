import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../../blobs/durable-file.ts'
import type { Deps } from '../../deps.ts'
import { lossesName, type Losses } from '../../recovery/what-is-left.ts'
import { recordNotice } from '../notices/notices.ts'
import { libraryParts, partOf, type LibraryPart } from './library-parts.ts'

type LossesDeps = Pick<Deps, 'db' | 'clock' | 'queue' | 'notify' | 'config' | 'mailer'>

/** At the first start with what was left of a damaged library: tells the owner what is gone. */
export async function tellLosses(deps: LossesDeps, organizationId: string): Promise<void> {
  const file = path.join(deps.config.dataDir, lossesName)
  const text = await readFile(file, 'utf8').catch(ignoreMissing)
  if (text === undefined) return
  await deps.db.transaction((tx) =>
    recordNotice(deps, tx, {
      organizationId,
      kind: 'library_incomplete',
      title: 'The library was opened with what is left',
      // Ours: it was written whole, or not at all.
      body: `${toWords(JSON.parse(text) as Losses)} The library as it was found is kept.`,
      link: '/app/#/settings?section=storage',
    }),
  )
  await rm(file)
}

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
