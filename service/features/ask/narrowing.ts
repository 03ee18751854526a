/** What a question itself says of the recordings it is about: who spoke, when, in which project. */
import { toDay } from '../../core/time.ts'
import type { Sql } from '../../db/database.ts'
import { namedPeriod } from './named-period.ts'
import { namedSpeakers } from './named-speakers.ts'
import { selectProjectNames, selectSpeakerNames } from './narrowing-store.ts'
import type { Reply } from './schema.ts'
import { hasRecordings, type Scope } from './scope-store.ts'

export type Filters = Reply['filters']

/** `text` is the question without what narrows it. */
export type Narrowed = { scope: Scope; text: string; filters: Filters }

const none: Filters = { speakers: [], project_id: null, recorded_from: null, recorded_to: null }

type Asked = { scope: Scope; text: string; language: string; now: Date }

/** One recording is asked as it is; and where nothing is left, the question meant something else. */
export async function narrow(sql: Sql, asked: Asked): Promise<Narrowed> {
  const whole = { scope: asked.scope, text: asked.text, filters: none }
  if (asked.scope.contentId !== undefined) return whole
  let narrowed: Narrowed = whole
  for (const by of [byProject, byPeriod, bySpeakers]) {
    const next = await by(sql, narrowed, asked)
    if (next !== narrowed && (await hasRecordings(sql, next.scope))) narrowed = next
  }
  return narrowed
}

type Step = (sql: Sql, narrowed: Narrowed, asked: Asked) => Promise<Narrowed>

const projectWord = '(?:projects?|projekts?|projet|proyecto)'
const beforeProject = '(?:\\s*(?:in|of|from|for|im|aus|dans|en))?(?:\\s*(?:the|dem|le|el))?\\s+'

/** How a question names a project: “in the project Spring”, “in the “Spring” project”. */
function projectPattern(name: string): RegExp {
  const named = `["“„]?${escaped(name)}(?![\\p{L}\\p{N}])["”“]?`
  const either = `(?:${projectWord}\\s+${named}|${named}\\s+${projectWord}(?!\\p{L}))`
  return new RegExp(beforeProject + either, 'iu')
}

/** Choice: one that is called a project, since what projects are called is also what people talk about. */
const byProject: Step = async (sql, narrowed) => {
  const { scope, text, filters } = narrowed
  const isOfAll = !('projectId' in scope)
  if (!isOfAll || !new RegExp(`\\b${projectWord}\\b`, 'iu').test(text)) return narrowed
  const said = (await selectProjectNames(sql, scope)).flatMap(({ id, name }) => {
    const found = projectPattern(name).exec(text)?.[0]
    return found === undefined ? [] : [{ id, found }]
  })
  const [longest, next] = said.toSorted((a, b) => b.found.length - a.found.length)
  // Two of the same name are not told apart.
  if (!longest || longest.found === next?.found) return narrowed
  const { organizationId: _organization, projectIds: _projects, ...others } = scope
  return {
    scope: { ...others, projectId: longest.id },
    text: without(text, longest.found),
    filters: { ...filters, project_id: longest.id },
  }
}

const byPeriod: Step = async (_sql, narrowed, { language, now }) => {
  const { scope, text, filters } = narrowed
  const period = await namedPeriod(text, language, now)
  if (!period) return narrowed
  const { from, before } = period
  return {
    scope: { ...scope, between: { from, before } },
    text: without(text, period.text),
    filters: {
      ...filters,
      recorded_from: toDay(from),
      recorded_to: toDay(new Date(before.getTime() - 1)),
    },
  }
}

const saying =
  '(?:say|says|said|think|thinks|thought|mention|mentions|mentioned|want|wants|wanted|promise|promised|suggest|' +
  'suggested|propose|proposed|ask|asked|agree|agreed|feel|felt|explain|explained|report|reported|tell|told|decide|' +
  'decided|offer|offered|object|objected|opinion|view|views|sagt|sagte|meint|meinte|gesagt|gemeint|versprochen|' +
  'vorgeschlagen|dit|pense|dijo|dice|piensa)'

/** Whose own words are asked for: such a recording has that speaker. The name stays, for the ranking goes by it. */
const bySpeakers: Step = async (sql, narrowed) => {
  const { scope, text, filters } = narrowed
  if (!new RegExp(`(?<!\\p{L})(?:${saying}|according to)(?!\\p{L})`, 'iu').test(text))
    return narrowed
  const words = [...text.matchAll(/(?<!^\W*)(?<!\p{L})\p{Lu}\p{L}+/gu)].map(([word]) => word)
  const names = words.length > 0 ? await selectSpeakerNames(sql, scope, words) : []
  const speakers = [...namedSpeakers(text, names)].filter((name) => isAskedFor(text, name))
  if (speakers.length === 0) return narrowed
  return { scope: { ...scope, speakers }, text, filters: { ...filters, speakers } }
}

function isAskedFor(text: string, name: string): boolean {
  const parts = name.split(/\s+/u).map((part) => escaped(part))
  const named = `(?:${parts.join('|')})(?:['’]s)?`
  return [
    `${named}(?!\\p{L})(?:\\s+\\p{L}+){0,2}?\\s+${saying}(?!\\p{L})`,
    `(?<!\\p{L})(?:${saying}|according to|laut)\\s+${named}(?!\\p{L})`,
    `(?<!\\p{L})(?:hat|haben)\\s+${named}.*${saying}`,
  ].some((pattern) => new RegExp(pattern, 'iu').test(text))
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')

const without = (text: string, part: string): string =>
  text.replace(part, ' ').replaceAll(/\s+/gu, ' ').trim()
