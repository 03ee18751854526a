/** Prepares a recording for a language model: what classifiers, chapters and embeddings tell of it. */
import { findChapters } from './chapters/find-chapters.ts'
import type { Embedder, EmbeddingModel } from './embedding/embedder.ts'
import type { PassageKind, ReadingGuide, WriteRequest } from './engine.ts'
import { askedRole, asksFreely } from './extractive/asked-role.ts'
import { readTalk } from './extractive/extractive.ts'
import {
  cosine,
  findClassifier,
  findingsOf,
  isShort,
  judgeWith,
  probabilityOf,
} from './extractive/judgement.ts'
import type { ListRole, Role } from './extractive/roles.ts'
import type { Judgement } from './extractive/talk.ts'
import { toUtterances } from './extractive/utterances.ts'
import { planFor } from './grammar-schema.ts'
import { withoutNull, type PlanOf } from './schema-plan.ts'

type GuideReading = (request: WriteRequest, signal: AbortSignal) => Promise<ReadingGuide | null>

/** Null where no classifier knows the language, and for a short talk. Throws as the embedder does. */
export function guideWith(embedder: Embedder): GuideReading {
  const judge = judgeWith(embedder)
  return async (request, signal) => {
    const model = await findClassifier(embedder, request.language)
    if (!model) return null
    const talk = await readTalk(request, signal)
    if (isShort({ utterances: toUtterances(talk.sentences) })) return null
    const judgement = await judge(talk, signal)
    if (!judgement) return null
    const fields = fieldsOf(request)
    const lists = fields.flatMap(({ name, kind }) =>
      kind ? [{ field: name, kind, passages: passagesOf(judgement, kind) }] : [],
    )
    const asked = fields.filter(({ kind, role }) => !kind && !aboutAll.has(role)).map(toText)
    return {
      utterances: judgement.utterances.map(({ speaker, text, sentences }) => {
        const ids = sentences.flatMap(({ segmentIds }) => segmentIds)
        return { speaker, text, segmentIds: [...new Set(ids)] }
      }),
      chapters: await chaptersOf(request, judgement, signal),
      lists,
      rankings: await rankingsOf(judgement, { embedder, model, asked, signal }),
    }
  }
}

type Field = { name: string; hint: string; role: Role | null; kind: PassageKind | null }

const kinds: Partial<Record<ListRole, PassageKind>> = {
  actions: 'task',
  decisions: 'decision',
  open_questions: 'open_question',
}

/** What is told of the recording as a whole: no utterance is like it. */
const aboutAll: ReadonlySet<Role | null> = new Set<Role>(['summary', 'title', 'topics', 'mood'])

function fieldsOf({ schema, instructions }: WriteRequest): Field[] {
  const plan = planFor(schema)
  if (plan.kind !== 'object') return []
  return plan.entries.map(({ name, plan: child }): Field => {
    const { hint } = child
    const role = asksFreely(instructions, hint) ? null : askedRole(name, hint)
    const list = withoutNull(child)
    const kind = role !== null && role in kinds ? kinds[role as ListRole] : undefined
    return { name, hint, role, kind: (isWorded(list) && kind) || null }
  })
}

/** Whether the items of a list can be worded one by one, and as few of them as there are. */
function isWorded(list: { kind: string } | PlanOf<'array'>): boolean {
  if (!('items' in list) || list.min > 0) return false
  const items = withoutNull(list.items)
  return items.kind === 'object' || (items.kind === 'string' && items.format === null)
}

const toText = ({ name, hint }: Field): string => `${name.replaceAll('_', ' ')}: ${hint}`

/**
 * Choice: utterances before and after the telling one that the model gets to read. With five it took half
 * as long again, and wrote about what stands beside it.
 */
const reach = 3

function passagesOf(judgement: Judgement, kind: PassageKind): { from: number; to: number }[] {
  return findingsOf(judgement, kind)
    .toSorted((a, b) => b.probability - a.probability)
    .map(({ best: { index } }) => ({
      from: Math.max(0, index - reach),
      to: Math.min(judgement.utterances.length, index + reach + 1),
    }))
}

async function chaptersOf(
  { segments, language }: WriteRequest,
  { utterances }: Judgement,
  signal: AbortSignal,
): Promise<ReadingGuide['chapters']> {
  const chapters = await findChapters(segments, { language, signal })
  return chapters.map(({ firstSegment, title }) => {
    const id = segments[firstSegment]?.id ?? ''
    const start = utterances.findIndex(({ sentences }) =>
      sentences.some(({ segmentIds }) => segmentIds.includes(id)),
    )
    return { start: Math.max(0, start), title }
  })
}

type Asked = {
  embedder: Embedder
  model: EmbeddingModel
  asked: readonly string[]
  signal: AbortSignal
}

/** By what belongs in a summary, and by likeness to each field that is asked for. */
async function rankingsOf(judgement: Judgement, { embedder, model, asked, signal }: Asked) {
  const { utterances, vectors } = judgement
  const wanted = asked.length > 0 ? await embedder.embed(model, asked, signal) : []
  const ranked = (worth: (at: number) => number) =>
    utterances.map(({ index }) => index).toSorted((a, b) => worth(b) - worth(a))
  return [
    ranked((at) => probabilityOf(judgement, at, 'summary')),
    ...wanted.map((vector) => ranked((at) => cosine(vector, vectors[at]))),
  ]
}
