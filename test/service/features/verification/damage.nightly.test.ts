import { rm } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { RowsLost } from '../../../../service/db/open-errors.ts'
import {
  copyLibrary,
  damages,
  libraryOnDisk,
  startOnFolder,
} from '../../../support/library-on-disk.ts'
import type { Library } from '../../../support/library-on-disk.ts'
import { isNightly } from '../../../support/nightly.ts'

// Starts over files as a power cut left them, of which one is damaged (reliability.md PG-4). Lost rows stop the start;
// what is left is found by the check that follows it.

let library: Library
beforeAll(async () => {
  library = await libraryOnDisk()
})

type Kind = keyof typeof damages
type Outcome = { damaged: string } | { notices: string[]; findings: unknown[] }

async function startDamaged(relation: string, kind: Kind, at: number): Promise<Outcome> {
  const file = library.files.get(relation)
  if (file === undefined) throw new Error(`There is no ${relation}.`)
  const folder = await copyLibrary(library)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await damages[kind](path.join(folder, file), at)
  let damaged: string | null = null
  const onDamaged = ({ reason }: { reason: string }) => void (damaged = reason)
  try {
    const app = await startOnFolder(folder, { onDamaged })
    try {
      await app.idle()
      if (damaged !== null) return { damaged }
      const { findings } = (await app.call('GET', '/v1/verify')).body.data
      const notices = (await app.call('GET', '/v1/notices')).body.data
      return { findings, notices: notices.map((notice: { kind: string }) => notice.kind) }
    } finally {
      await app.stop()
    }
  } catch (error) {
    if (!(error instanceof RowsLost)) throw error
    return { damaged: error.reason }
  }
}

const lost = (part: string) => ({ damaged: `something is lost or cannot be read in ${part}` })
const repaired = (part: string) => ({
  notices: ['library_repaired'],
  findings: [{ kind: 'rebuilt', part, content_id: null, filename: null, title: null }],
})

type Case = readonly [relation: string, kind: Kind, at: number, outcome: Outcome]

const withEachChange: Case[] = [
  ['transcripts (large values)', 'a page of zeros', 0.5, lost('the transcripts')],
  ['content_pkey', 'cut to nothing', 0, repaired('recordings')],
]

const byNight: Case[] = [
  ['content', 'a page of zeros', 0.5, lost('the list of recordings')],
  ['row_counts', 'cut to nothing', 0, repaired('database')],
  ['content', 'a flipped byte', 0, lost('the list of recordings')],
  ['content', 'cut short', 0, lost('the list of recordings')],
  ['content', 'cut to nothing', 0, lost('the list of recordings')],
  ['transcripts', 'a page of zeros', 0, lost('the transcripts')],
  ['transcripts', 'a flipped byte', 0.9, lost('the transcripts')],
  ['transcripts', 'cut short', 0, lost('the transcripts')],
  ['transcripts (large values)', 'a flipped byte', 0.3, lost('the transcripts')],
  ['transcripts (large values)', 'cut short', 0, lost('the transcripts')],
  ['events', 'a page of zeros', 0.9, lost('the events and webhooks')],
  ['events', 'a flipped byte', 0.5, lost('the events and webhooks')],
  ['events', 'cut short', 0, lost('the events and webhooks')],
  ['projects', 'a page of zeros', 0, lost('the projects')],
  ['organizations', 'cut to nothing', 0, lost('the settings')],
  ['content_pkey', 'a page of zeros', 0, repaired('recordings')],
  ['content_pkey', 'a page of zeros', 0.7, repaired('recordings')],
  ['content_pkey', 'a flipped byte', 0.5, repaired('recordings')],
  ['content_pkey', 'cut short', 0, repaired('recordings')],
  ['events_page', 'cut to nothing', 0, repaired('webhooks')],
  ['events_position', 'a page of zeros', 0, repaired('webhooks')],
  ['jobs_pkey', 'cut to nothing', 0, repaired('work')],
  ['search_documents_match', 'a page of zeros', 0, repaired('search')],
  ['search_documents_match', 'cut to nothing', 0, repaired('search')],
  ['row_counts_pkey', 'cut to nothing', 0, repaired('database')],
]

test.each([...withEachChange, ...(isNightly ? byNight : [])])(
  '%s with %s (at %d)',
  async (relation, kind, at, outcome) => {
    expect(await startDamaged(relation, kind, at)).toEqual(outcome)
  },
  180_000,
)
