import { requireReach, type Caller } from '../../core/caller.ts'
import { errors } from '../../core/errors.ts'
import { requireTime } from '../../core/iso-time.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { openPosition, sealPosition } from './cursor.ts'
import {
  addTerms,
  pickPassages,
  readMarks,
  toExcerpt,
  withoutMarks,
  type Marked,
} from './highlight.ts'
import { configurationFor } from './languages.ts'
import { findMoments } from './moments.ts'
import type { SearchQuery, SearchResult } from './schema.ts'
import {
  excerptTexts,
  markTexts,
  parseQuery,
  selectBodies,
  selectHits,
  selectLanguages,
  selectProjectId,
  selectSource,
  upsertDocument,
  type Filter,
  type Hit,
} from './store.ts'
import { selectSpeech, type Reach } from './speech-store.ts'
import { normalize, readWords, toIndexName, toIndexText, type Words } from './words.ts'

/** Spec: Search covers filenames, transcripts and analysis results of all projects in reach. */
export async function searchContent(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: SearchQuery,
) {
  const words = readWords(query.q)
  const part = normalize(query.q).trim()
  return db.transaction(async (tx) => {
    const filter = await readFilter(tx, caller, query)
    const bound = [part, filter]
    const after = query.cursor ? openPosition(keys.cursor, bound, query.cursor) : undefined
    const languages = after?.languages ?? (await selectLanguages(tx))
    const parsed = await parseQuery(tx, { ...words, languages })
    const wanted = { query: parsed.query, part, filter, after, limit: query.limit + 1 }
    const hits = await selectHits(tx, wanted)
    const shown = hits.slice(0, query.limit)
    const last = hits.length > query.limit ? shown.at(-1) : undefined
    const { speaker } = filter
    const highlights = await highlightHits(tx, shown, { ...parsed, words, speaker })
    const ids = shown.map(({ id }) => id)
    const asked = { query: parsed.query, runs: words.runs, speaker }
    const moments = query.include && (await findMoments(tx, ids, asked))
    const items = shown.map((hit, index) => ({
      ...toResult(hit, highlights[index] ?? ''),
      ...(moments && { moments: moments.get(hit.id) ?? [] }),
    }))
    return {
      items,
      nextCursor: last ? sealPosition(keys.cursor, bound, toPosition(last, languages)) : null,
    }
  })
}

async function readFilter(tx: Tx, caller: Caller, query: SearchQuery): Promise<Filter> {
  const { project_id: projectId, status, speaker } = query
  return {
    ...(await readReach(tx, caller, projectId)),
    status,
    speaker: speaker === undefined ? undefined : normalize(speaker),
    createdAfter: requireTime('created_after', query.created_after),
    createdBefore: requireTime('created_before', query.created_before),
  }
}

/** One project that the caller may see, or all of them; null stands for every one there is. */
export async function readReach(
  tx: Sql,
  caller: Caller,
  projectId: string | undefined,
): Promise<Reach> {
  const { organizationId, projectIds } = caller
  if (projectId === undefined) return { organizationId, projectIds }
  const row = await selectProjectId(tx, organizationId, normalize(projectId))
  if (!row) throw errors.notFound('project')
  requireReach(caller, projectId)
  return { organizationId, projectIds: [projectId] }
}

type Parsed = { query: string; stems: string[]; words: Words; speaker: string | undefined }

/** One excerpt per hit: from what was said or found, else the filename. */
async function highlightHits(tx: Tx, hits: Hit[], { query, stems, words, speaker }: Parsed) {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  // Not what others said with the same words.
  const rows = await (speaker === undefined
    ? selectBodies(tx, ids)
    : selectSpeech(tx, ids, speaker))
  const bodies = new Map(rows.map((row) => [row.content_id, row]))
  const needles = [...words.plain, ...stems]
  const passages = hits.flatMap(({ id }) => {
    const { body = '', language = 'plain_simple' } = bodies.get(id) ?? {}
    return pickPassages(body, needles, words.runs).map((text) => ({ id, language, text }))
  })
  const best = await markBest(tx, query, passages, words)
  const names = await markNames(tx, hits, query, words)
  const bare = new Set(
    hits
      .filter(({ id }, index) => !best.has(id) && names[index]?.ranges.length === 0)
      .map(({ id }) => id),
  )
  // Words that the language leaves out (“we will”) were found as typed, so they are marked likewise.
  const plain = passages
    .filter(({ id }) => bare.has(id))
    .map((passage) => ({ ...passage, language: 'plain_simple' }))
  for (const [id, found] of await markBest(tx, query, plain, words)) best.set(id, found)
  const rest = hits.filter(({ id }) => bare.has(id) && !best.has(id))
  for (const [id, found] of await excerptRest(tx, rest, query, bodies)) best.set(id, found)
  return hits.map((hit, index) => {
    const found = best.get(hit.id) ?? names[index]
    return toExcerpt(found ?? { text: hit.filename, ranges: [] })
  })
}

type Passage = { id: string; language: string; text: string }

/** For each recording the passage with the most matches; none where nothing in them matches. */
async function markBest(tx: Tx, query: string, passages: Passage[], { runs }: Words) {
  const marked = await markTexts(tx, query, passages)
  const best = new Map<string, Marked>()
  for (const [index, { id }] of passages.entries()) {
    const found = addTerms(readMarks(marked[index] ?? ''), runs)
    if (found.ranges.length > (best.get(id)?.ranges.length ?? 0)) best.set(id, found)
  }
  return best
}

/** The matched parts of the filenames; separators are read as spaces, one for one. */
async function markNames(tx: Tx, hits: Hit[], query: string, words: Words): Promise<Marked[]> {
  const names = hits.map(({ filename }) => withoutMarks(normalize(filename)))
  const spaced = names.map((name) =>
    name.replaceAll(/[^\p{L}\p{N}\p{M}]/gu, (sign) => ' '.repeat(sign.length)),
  )
  const texts = spaced.map((text) => ({ language: 'plain_simple', text }))
  const marked = await markTexts(tx, query, texts)
  return names.map((text, index) => {
    const { ranges } = readMarks(marked[index] ?? '')
    return addTerms({ text, ranges }, [...words.runs, ...words.plain])
  })
}

/** Where the quick look found no match: words that neither begin with the stem nor as typed. */
async function excerptRest(
  tx: Tx,
  hits: Hit[],
  query: string,
  bodies: Map<string, { language: string; body: string }>,
): Promise<[string, Marked][]> {
  const texts = hits.map(({ id }) => {
    const { language = 'plain_simple', body = '' } = bodies.get(id) ?? {}
    return { language, text: body }
  })
  const marked = await excerptTexts(tx, query, texts)
  return hits.map(({ id }, index) => [id, readMarks(marked[index] ?? '')])
}

/**
 * Makes a recording findable by what is stored of it now. To be called, in the same transaction,
 * when it is created, when its transcript is stored, when an analysis completes, and when its notes
 * are written.
 */
export async function indexContent(tx: Tx, contentId: string): Promise<void> {
  const source = await selectSource(tx, contentId)
  if (!source) return
  const { project_id: projectId, created_at: createdAt, filename, transcript, results } = source
  const findings = results.flatMap(textsOf).join('\n')
  const speech = transcript?.text ?? ''
  await upsertDocument(tx, {
    contentId,
    projectId,
    createdAt,
    language: configurationFor(transcript?.language),
    filename: normalize(filename),
    body: withoutMarks(normalize(`${speech}\n\n${findings}`.trim())),
    names: toIndexName(filename),
    findings: toIndexText(findings),
    speech: toIndexText(speech),
  })
}

/** Every text inside a result, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}

const toPosition = (hit: Hit, languages: string[]) => ({
  score: hit.score,
  created_at: toIso(hit.created_at),
  id: hit.id,
  languages,
  oldest:
    hit.oldest_created_at && hit.oldest_id
      ? { created_at: toIso(hit.oldest_created_at), id: hit.oldest_id }
      : null,
})

const toResult = (hit: Hit, highlight: string): SearchResult => ({
  id: hit.id,
  project_id: hit.project_id,
  project_name: hit.project_name,
  filename: hit.filename,
  status: hit.status,
  relevance_score: hit.score,
  highlight,
  created_at: toIso(hit.created_at),
})
