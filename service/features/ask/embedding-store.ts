import { sql, type RawBuilder } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { innerProducts, pack } from './packed-vectors.ts'
import { recordingsOf, selectNewest, type Scope } from './scope-store.ts'
import type { Segment } from './store.ts'

/** The embedding model in use, as the vectors know it. */
export type KnownModel = { id: string; languages: string[] }

/** Whether this database keeps vectors by pgvector; otherwise they are bytes. */
export async function hasPgvector(handle: Sql): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT atttypid::regtype::text <> 'bytea' AS has FROM pg_attribute
    WHERE attrelid = 'ask_embeddings'::regclass AND attname = 'embedding'`.execute(handle)
  return rows[0]?.has ?? false
}

export async function selectModel(handle: Sql): Promise<KnownModel | undefined> {
  const { rows } = await sql<KnownModel>`SELECT id, languages FROM ask_model`.execute(handle)
  return rows[0]
}

/** Vectors of another model compare with nothing, so all go. */
export async function replaceModel(tx: Sql, model: KnownModel | null): Promise<void> {
  for (const table of ['ask_embeddings', 'ask_embedded', 'ask_model']) {
    await sql`DELETE FROM ${sql.table(table)}`.execute(tx)
  }
  if (model === null) return
  const { id, languages } = model
  await sql`INSERT INTO ask_model (id, languages) VALUES (${id}, ${[...languages]}::text[])`.execute(
    tx,
  )
}

/** As many as one job is given: their ids go from job to job. */
const unreadAtOnce = 100

export type UnreadRecording = { id: string; organization_id: string }

/**
 * The newest recordings that lack vectors, in a language that the model knows; at most 100 of each organization.
 * Which these are the database notes with each change (0060-large-reads.sql).
 */
export async function selectUnread(
  handle: Sql,
  among?: readonly string[],
): Promise<UnreadRecording[]> {
  const isNamed = among ? sql`content_id = ANY(${[...among]}::text[])` : sql`TRUE`
  const { rows } = await sql<UnreadRecording>`
    SELECT id, organization_id FROM (
      SELECT content.id, content.created_at, organization_id, row_number() OVER (
        PARTITION BY organization_id ORDER BY content.created_at DESC, content.id DESC) AS place
      FROM ask_unread JOIN content ON content.id = content_id JOIN projects ON projects.id = project_id
      WHERE ${isNamed}
    ) unread
    WHERE place <= ${unreadAtOnce}::integer ORDER BY created_at DESC, id DESC`.execute(handle)
  return rows
}

/** Whether a recording's vectors are on their way: it lacks some, and a job makes them. */
export async function isBeingEmbedded(handle: Sql, contentId: string): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    SELECT EXISTS (SELECT FROM ask_unread WHERE content_id = ${contentId})
      AND EXISTS (SELECT FROM jobs WHERE name = 'content.embed') AS pending`.execute(handle)
  return rows[0]?.pending ?? false
}

/** A segment without a vector, and what was said right before it. */
export type Unread = { place: number; text: string; before: string | null }

export async function selectUnreadSegments(
  handle: Sql,
  contentId: string,
  limit: number,
): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    SELECT said.place, said.text, earlier.text AS before
    FROM ask_segments said
    LEFT JOIN ask_segments earlier
      ON earlier.content_id = said.content_id AND earlier.place = said.place - 1
    WHERE said.content_id = ${contentId} AND NOT EXISTS (
      SELECT FROM ask_embeddings
      WHERE ask_embeddings.content_id = said.content_id AND ask_embeddings.place = said.place)
    ORDER BY said.place LIMIT ${limit}::integer`.execute(handle)
  return rows
}

export type NewEmbedding = Unread & { vector: readonly number[] }

/** Keeps those whose words are still the same, and none that another model made. */
export async function insertEmbeddings(
  tx: Sql,
  { modelId, contentId }: { modelId: string; contentId: string },
  rows: readonly NewEmbedding[],
): Promise<void> {
  const column = <T>(pick: (row: NewEmbedding) => T) => rows.map(pick)
  const vectors = (await hasPgvector(tx))
    ? sql`${column(({ vector }) => toLiteral(vector))}::text[]::halfvec[]`
    : sql`${column(({ vector }) => pack(vector))}::bytea[]`
  await sql`
    INSERT INTO ask_embeddings (content_id, place, embedding)
    SELECT said.content_id, said.place, made.embedding
    FROM unnest(${column(({ place }) => place)}::integer[], ${column(({ text }) => text)}::text[],
      ${column(({ before }) => before)}::text[], ${vectors}) made (place, text, before, embedding)
    JOIN ask_segments said
      ON said.content_id = ${contentId} AND said.place = made.place AND said.text = made.text
    LEFT JOIN ask_segments earlier
      ON earlier.content_id = said.content_id AND earlier.place = said.place - 1
    WHERE made.before IS NOT DISTINCT FROM earlier.text
      AND EXISTS (SELECT FROM ask_model WHERE id = ${modelId})
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Notes that a recording has all its vectors, where it has. */
export async function markEmbedded(tx: Sql, contentId: string): Promise<void> {
  await sql`
    INSERT INTO ask_embedded (content_id)
    SELECT id FROM content WHERE id = ${contentId}
      AND EXISTS (SELECT FROM ask_model)
      AND (SELECT count(*) FROM ask_segments WHERE content_id = ${contentId})
        = (SELECT count(*) FROM ask_embeddings WHERE content_id = ${contentId})
    ON CONFLICT DO NOTHING`.execute(tx)
}

export async function hasEmbeddings(handle: Sql, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM ask_embeddings WHERE content_id IN (${recordingsOf(scope)})) AS has`.execute(
    handle,
  )
  return rows[0]?.has ?? false
}

/** What a question means, as a vector of a model; and projected to what answers it. */
export type QuestionEmbedding = {
  modelId: string
  vector: readonly number[]
  projected: readonly number[]
}

/** How many similar segments tell which recordings come closest. */
const mostSimilar = 200

/**
 * Choice: so many vectors are compared with a question. By pgvector 84,000 (1,000 recordings of 1,000 words) take a
 * quarter of a second of processor time, and an index would cost that with each recording. Those that are bytes
 * all come here; 10,000 are 8 MB.
 */
const mostCompared = { byDatabase: 200_000, here: 10_000 }

/** What is compared: about how many segments there are, and which recordings come before others. */
type Compared = Scope & { segments: number; first: readonly string[] }

/** Where something was said. */
export type Spot = Pick<Segment, 'content_id' | 'place'>

/**
 * The segments that are most similar to a question, closest first. All are compared; in a project of more
 * segments than can be, `first` and the newest recordings.
 */
export async function selectClosest(
  handle: Sql,
  compared: Compared,
  question: QuestionEmbedding,
): Promise<Spot[]> {
  const isHere = !(await hasPgvector(handle))
  const vectors = await vectorsOf(handle, compared, {
    modelId: question.modelId,
    limit: isHere ? mostCompared.here : mostCompared.byDatabase,
  })
  if (isHere) return closestHere(handle, vectors, question)
  const { rows } = await sql<Spot>`
    SELECT content_id, place FROM (${vectors}) vectors
    ORDER BY embedding <#> ${toLiteral(question.vector)}::halfvec, content_id, place
    LIMIT ${mostSimilar}::integer`.execute(handle)
  return rows
}

async function vectorsOf(
  handle: Sql,
  { segments, first, ...scope }: Compared,
  { modelId, limit }: { modelId: string; limit: number },
) {
  const isOfModel = sql`EXISTS (SELECT FROM ask_model WHERE id = ${modelId})`
  if (segments <= limit) {
    return sql`SELECT content_id, place, embedding FROM ask_embeddings
      WHERE content_id IN (${recordingsOf(scope)}) AND ${isOfModel}`
  }
  const ids = [...new Set([...first, ...(await selectNewest(handle, scope))])]
  return sql`SELECT content_id, place, embedding
    FROM unnest(${ids}::text[]) WITH ORDINALITY AS recordings (id, at),
      LATERAL (SELECT * FROM ask_embeddings WHERE content_id = id) made
    WHERE ${isOfModel} ORDER BY at, place LIMIT ${limit}::integer`
}

/** Without pgvector. */
async function closestHere(
  handle: Sql,
  vectors: RawBuilder<unknown>,
  { vector }: QuestionEmbedding,
): Promise<Spot[]> {
  const { rows } = await sql<{ content_id: string; packed: Buffer; places: number[] }>`
    SELECT content_id, string_agg(embedding, '' ORDER BY place) AS packed,
      array_agg(place ORDER BY place) AS places FROM (${vectors}) vectors
    GROUP BY content_id ORDER BY content_id`.execute(handle)
  const near = rows
    .flatMap(({ content_id, packed, places }) =>
      Array.from(innerProducts(packed, vector), (product, at) => ({
        spot: { content_id, place: places[at] ?? 0 },
        product,
      })),
    )
    .toSorted((left, right) => right.product - left.product)
  return near.slice(0, mostSimilar).map(({ spot }) => spot)
}

/** A segment and the inner products of its vector with those of the question; null where it has no vector. */
export type ComparedSegment = Segment & { similarity: number | null; relevance: number | null }

/** All that was said in these recordings, in order. */
export async function selectCompared(
  handle: Sql,
  contentIds: readonly string[],
  question: QuestionEmbedding,
): Promise<ComparedSegment[]> {
  const { modelId, vector, projected } = question
  const isPacked = !(await hasPgvector(handle))
  const compared = isPacked
    ? sql`embedding`
    : sql`-(embedding <#> ${toLiteral(vector)}::halfvec) AS similarity,
      -(embedding <#> ${toLiteral(projected)}::halfvec) AS relevance`
  const { rows } = await sql<ComparedSegment & { embedding?: Buffer | null }>`
    SELECT said.content_id, said.place, segment_id, speaker_id, start_time, end_time, text, ${compared}
    FROM ask_segments said LEFT JOIN ask_embeddings made
      ON made.content_id = said.content_id AND made.place = said.place
        AND EXISTS (SELECT FROM ask_model WHERE id = ${modelId})
    WHERE said.content_id = ANY(${[...contentIds]})
    ORDER BY said.content_id, said.place`.execute(handle)
  if (!isPacked) return rows
  const product = (packed: Buffer | null | undefined, other: readonly number[]): number | null =>
    packed ? (innerProducts(packed, other)[0] ?? null) : null
  return rows.map(({ embedding, ...row }) => ({
    ...row,
    similarity: product(embedding, vector),
    relevance: product(embedding, projected),
  }))
}

/** Five places are more than half precision keeps. */
const toLiteral = (vector: readonly number[]): string =>
  `[${vector.map((value) => value.toFixed(5)).join()}]`
