import { EarshotError, type Bundle, type ListedBundle } from 'earshot/client'
import type { Sides } from './sides.ts'

/** What is not the same on both sides, in words. */
export type Difference = Pick<ListedBundle, 'id' | 'type' | 'name'> & { what: string[] }

/** A slug may be taken there by another project. */
const ownColumns: Readonly<Record<string, readonly string[]>> = { projects: ['slug'] }

const words: Readonly<Record<string, string>> = {
  prompts: 'the prompt',
  prompt_versions: 'versions of the prompt',
  projects: 'the project',
  content: 'title, times or state',
  analysis_runs: 'analyses',
  action_items: 'tasks',
  content_notes: 'notes',
  speaker_voices: 'voices of its speakers',
  waveforms: 'the waveform',
}

/** Compares rows, the hash of each transcript, and size and SHA-256 of the file; null where all is the same. */
export async function compare(
  { from, to, signal }: Sides,
  { id, type, name }: ListedBundle,
): Promise<Difference | null> {
  const path = { bundleId: id }
  const { data: here } = await from.getBundle({ path, signal })
  const there = await to.getBundle({ path, signal }).catch((error: unknown) => {
    if (error instanceof EarshotError && error.code === 'not_found') return null
    throw error
  })
  const what = there ? differences(here, there.data) : ['it is not there']
  return what.length === 0 ? null : { id, type, name, what }
}

function differences(here: Bundle, there: Bundle): string[] {
  const tables = here.tables
    .filter((table) => textOf(table) !== textOf(rowsOf(there, table.name)))
    .map((table) => {
      const [mine, other] = [table.rows.length, rowsOf(there, table.name).rows.length]
      const counts = mine === other ? '' : ` (${mine} here, ${other} there)`
      return `${words[table.name] ?? table.name}${counts}`
    })
  return [
    ...(here.project_id === there.project_id ? [] : ['the project that it is in']),
    ...tables,
    ...compareTranscripts(here.transcripts, there.transcripts),
    ...compareMedia(here.media, there.media),
  ]
}

type Table = Bundle['tables'][number]

const rowsOf = ({ tables }: Bundle, name: string): Table =>
  tables.find((table) => table.name === name) ?? { name, rows: [] }

const textOf = ({ name, rows }: Table): string =>
  JSON.stringify(rows, (key, value: unknown) =>
    ownColumns[name]?.includes(key) ? undefined : value,
  )

function compareTranscripts(here: Bundle['transcripts'], there: Bundle['transcripts']): string[] {
  const hashes = new Map(there.map(({ version, sha256 }) => [version, sha256]))
  const wrong = here.filter(({ version, sha256 }) => hashes.get(version) !== sha256)
  const more = there.length > here.length ? ['the transcript, which has newer versions there'] : []
  return [...wrong.map(({ version }) => `version ${version} of the transcript`), ...more]
}

function compareMedia(here: Bundle['media'], there: Bundle['media']): string[] {
  if (!here || !there)
    return here === there ? [] : [here ? 'the file' : 'the file, which is missing here']
  const isSame = here.size_bytes === there.size_bytes
  const isKnown = here.sha256 === null || here.sha256 === there.sha256
  return isSame && isKnown ? [] : ['the file']
}
