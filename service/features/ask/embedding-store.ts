import { sql } from 'kysely'
import type { Sql } from '../../db/database.ts'
import { recordingsOf, type Found, type Scope } from './store.ts'

/** The embedding model in use, as the vectors know it. */
export type KnownModel = { id: string; languages: string[] }

/** Whether this database has a form for vectors. */
export async function canStoreEmbeddings(handle: Sql): Promise<boolean> {
  const { rows } = await sql<{ type: string | null }>`
    select to_regtype('halfvec')::text as type`.execute(handle)
  return rows[0]?.type != null
}

export async function selectModel(handle: Sql): Promise<KnownModel | undefined> {
  const { rows } = await sql<KnownModel>`select id, languages from ask_model`.execute(handle)
  return rows[0]
}

/** Vectors of another model compare with nothing, so all go. */
export async function replaceModel(tx: Sql, model: KnownModel | null): Promise<void> {
  for (const table of ['ask_embeddings', 'ask_embedded', 'ask_model']) {
    await sql`delete from ${sql.table(table)}`.execute(tx)
  }
  if (model === null) return
  const { id, languages } = model
  await sql`insert into ask_model (id, languages) values (${id}, ${[...languages]}::text[])`.execute(
    tx,
  )
}

/** The newest recording that lacks vectors, in a language that the model knows. */
export async function selectUnread(handle: Sql): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select content.id from content, ask_model, lateral (
      select left(lower(language), 2) as language from transcripts
      where content_id = content.id order by version desc limit 1
    ) newest
    where (newest.language = any(languages) or 'multilingual' = any(languages))
      and not exists (select from ask_embedded where content_id = content.id)
    order by content.created_at desc, content.id desc limit 1`.execute(handle)
  return rows[0]?.id
}

/** A segment without a vector, and what was said right before it. */
export type Unread = { place: number; text: string; before: string | null }

export async function selectUnreadSegments(
  handle: Sql,
  contentId: string,
  limit: number,
): Promise<Unread[]> {
  const { rows } = await sql<Unread>`
    select said.place, said.text, earlier.text as before
    from ask_segments said
    left join ask_segments earlier
      on earlier.content_id = said.content_id and earlier.place = said.place - 1
    where said.content_id = ${contentId} and not exists (
      select from ask_embeddings
      where ask_embeddings.content_id = said.content_id and ask_embeddings.place = said.place)
    order by said.place limit ${limit}::integer`.execute(handle)
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
  await sql`
    insert into ask_embeddings (content_id, place, embedding)
    select said.content_id, said.place, made.embedding::halfvec
    from unnest(${column(({ place }) => place)}::integer[], ${column(({ text }) => text)}::text[],
      ${column(({ before }) => before)}::text[],
      ${column(({ vector }) => toLiteral(vector))}::text[]) made (place, text, before, embedding)
    join ask_segments said
      on said.content_id = ${contentId} and said.place = made.place and said.text = made.text
    left join ask_segments earlier
      on earlier.content_id = said.content_id and earlier.place = said.place - 1
    where made.before is not distinct from earlier.text
      and exists (select from ask_model where id = ${modelId})
    on conflict do nothing`.execute(tx)
}

/** Notes that a recording has all its vectors, where it has. */
export async function markEmbedded(tx: Sql, contentId: string): Promise<void> {
  await sql`
    insert into ask_embedded (content_id)
    select id from content where id = ${contentId}
      and exists (select from ask_model)
      and (select count(*) from ask_segments where content_id = ${contentId})
        = (select count(*) from ask_embeddings where content_id = ${contentId})
    on conflict do nothing`.execute(tx)
}

export async function hasEmbeddings(handle: Sql, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from ask_embeddings where content_id in (${recordingsOf(scope)})) as has`.execute(
    handle,
  )
  return rows[0]?.has ?? false
}

/** A segment similar to the question; `similarity` is null for the neighbours of such a one. */
export type SimilarSegment = Found & { similarity: number | null }

/** How many similar segments are read. */
const mostSimilar = 40

/**
 * The most similar segments, each with its neighbours. Every embedding is compared: 84,000
 * of them (1,000 recordings of 1,000 words) take a quarter of a second of processor time, and an
 * index would cost that with each recording.
 */
export async function selectSimilar(
  handle: Sql,
  scope: Scope,
  { modelId, vector }: { modelId: string; vector: readonly number[] },
): Promise<SimilarSegment[]> {
  const wanted = sql`${toLiteral(vector)}::halfvec`
  const { rows } = await sql<SimilarSegment>`
    with near as materialized (
      select content_id, place, embedding <#> ${wanted} as distance from ask_embeddings
      where content_id in (${recordingsOf(scope)})
        and exists (select from ask_model where id = ${modelId})
      order by distance, content_id, place limit ${mostSimilar}::integer
    ),
    places as materialized (
      select content_id, place + shift as place, max(-distance) filter (where shift = 0) as similarity
      from near, (values (-1), (0), (1)) shifts (shift) group by 1, 2
    )
    select said.content_id, said.place, segment_id, speaker_id, start_time, end_time, text,
      '{}'::integer[] as terms, similarity
    from places, lateral (
      select * from ask_segments
      where content_id = places.content_id and place = places.place offset 0
    ) said
    order by said.content_id, said.place`.execute(handle)
  return rows
}

/** Five places are more than half precision keeps. */
const toLiteral = (vector: readonly number[]): string =>
  `[${vector.map((value) => value.toFixed(5)).join()}]`
