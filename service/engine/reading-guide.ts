/** Prepares a recording for a language model: what classifiers, chapters and embeddings tell of it. */
import { findChapters } from './chapters/find-chapters.ts'
import type { Embedder, EmbeddingModel } from './embedding/embedder.ts'
import type { ReadingGuide, WriteRequest } from './engine.ts'
import { askedRole, asksFreely } from './extractive/asked-role.ts'
import { readTalk } from './extractive/extractive.ts'
import {
  cosine,
  findClassifier,
  isShort,
  judgeWith,
  probabilityOf,
} from './extractive/judgement.ts'
import type { ListRole, Role } from './extractive/roles.ts'
import type { Judgement, Talk } from './extractive/talk.ts'
import { toUtterances } from './extractive/utterances.ts'
import { planFor } from './grammar-schema.ts'
import { withoutNull, type PlanOf } from './schema-plan.ts'

/** A recording that is prepared: its guide, and the talk with what the classifiers tell of it. */
type Guided = { guide: ReadingGuide; talk: Talk }
type GuideReading = (request: WriteRequest, signal: AbortSignal) => Promise<Guided | null>

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
    const listed = fields.filter(({ isListed }) => isListed).map(({ name }) => name)
    const asked = fields
      .filter(({ isListed, role }) => !isListed && !aboutAll.has(role))
      .map(toText)
    const guide: ReadingGuide = {
      utterances: judgement.utterances.map(({ speaker, text, sentences }) => {
        const ids = sentences.flatMap(({ segmentIds }) => segmentIds)
        return { speaker, text, segmentIds: [...new Set(ids)] }
      }),
      chapters: await chaptersOf(request, judgement, signal),
      listed,
      rankings: await rankingsOf(judgement, { embedder, model, asked, signal }),
    }
    return { guide, talk: { ...talk, judgement } }
  }
}

type Field = { name: string; hint: string; role: Role | null; isListed: boolean }

const listRoles: ReadonlySet<Role | null> = new Set<ListRole>([
  'actions',
  'decisions',
  'open_questions',
])

/** What is told of the recording as a whole: no utterance is like it. */
const aboutAll: ReadonlySet<Role | null> = new Set<Role>(['summary', 'title', 'topics', 'mood'])

function fieldsOf({ schema, instructions }: WriteRequest): Field[] {
  const plan = planFor(schema)
  if (plan.kind !== 'object') return []
  return plan.entries.map(({ name, plan: child }): Field => {
    const { hint } = child
    const role = asksFreely(instructions, hint) ? null : askedRole(name, hint)
    const list = withoutNull(child)
    return { name, hint, role, isListed: listRoles.has(role) && mayBeEmpty(list) }
  })
}

/** Whether a list of texts or records may have as few items as are found. */
function mayBeEmpty(list: { kind: string } | PlanOf<'array'>): boolean {
  if (!('items' in list) || list.min > 0) return false
  const items = withoutNull(list.items)
  return items.kind === 'object' || (items.kind === 'string' && items.format === null)
}

const toText = ({ name, hint }: Field): string => `${name.replaceAll('_', ' ')}: ${hint}`

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
