// Which tasks a recording has, read from its analyses whenever one is completed.
import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/database.ts'
import { answeredIn } from '../analyses/answered.ts'
import { type Moment, type SaidAction, createMoments } from '../insights/findings.ts'
import { readResult } from '../insights/read-result.ts'
import { dueOn } from './due-date.ts'
import { selectRecording, selectResults, type Source } from './source-store.ts'
import { unlistOthers, upsertAction } from './store.ts'

type Found = SaidAction & { key: string; source: Source }

/**
 * Brings the rows of a recording up to its newest analyses, in the transaction that completes one or that
 * changes when the recording took place.
 * A task that is there already keeps its id, its age and whether it is done.
 */
export async function recordActions(tx: Tx, contentId: string): Promise<void> {
  const recording = await selectRecording(tx, contentId)
  if (!recording) return
  const sources = await selectResults(tx, contentId)
  const segments = new Map(recording.segments.map((one): [string, Moment] => [one.id, one]))
  const found = new Map<string, Found>()
  for (const source of sources) {
    const moments = createMoments(source.evidence, segments)
    for (const one of toKeyed(
      readResult(answeredIn(source), moments, source.claims).actions ?? [],
    )) {
      // The newest analysis decides who and when.
      if (!found.has(one.key)) found.set(one.key, { ...one, source })
    }
  }
  // From the end, so that among tasks of one analysis the first is the newest and listed first.
  for (const { key, text, owner, due, at, source } of [...found.values()].toReversed()) {
    const known = [source.result_language, recording.language, 'en']
    const languages = [...new Set(known.filter((one) => one !== null))]
    await upsertAction(tx, {
      id: newId('act'),
      project_id: recording.project_id,
      content_id: contentId,
      key,
      text,
      owner,
      due,
      // Choice: where no field is for the day, the task's own words may name it.
      due_on: dueOn(due ?? text, recording.recorded_at, languages),
      segment_ids: at.map(({ id }) => id),
      created_at: source.created_at,
    })
  }
  await unlistOthers(tx, contentId, [...found.keys()])
}

/**
 * Choice: a task is known by its words, without case and punctuation, so that it is found again when
 * an analysis tells somebody else or another day; only where one analysis gives the same task to
 * several people does the name tell them apart.
 */
function toKeyed(actions: readonly SaidAction[]): (SaidAction & { key: string })[] {
  const first = new Map<string, string | null>()
  return actions.map((action) => {
    const words = plain(action.text)
    const owner = first.get(words)
    if (owner === undefined) first.set(words, action.owner)
    const isAnother = owner !== undefined && owner !== action.owner
    return { ...action, key: isAnother ? `${words} / ${plain(action.owner ?? '')}` : words }
  })
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text
