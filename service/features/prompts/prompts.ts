import { findPlaceholders } from '../../client/prompt-placeholders.ts'
import { requireUnrestricted, type Caller } from '../../core/caller.ts'
import { ApiError, errors } from '../../core/errors.ts'
import { newId } from '../../core/ids.ts'
import { toIso } from '../../core/time.ts'
import type { Sql, Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import type { JsonSchema } from '../../engine/engine.ts'
import type { PagingQuery } from '../../http/paging.ts'
import { builtInOf } from './built-in.ts'
import { checkResultLanguage, checkSchema, checkTemplate } from './prompt-text.ts'
import type { NewPrompt, Prompt, PromptChange, PromptVersion } from './schema.ts'
import {
  deletePrompt,
  insertPrompt,
  insertVersion,
  selectProjectsUsing,
  selectPrompt,
  selectPrompts,
  selectSystemPrompts,
  updatePrompt,
  type PromptRow,
  selectVersions,
  type VersionRow,
} from './store.ts'
import { defaultOutputSchema, systemPrompts } from './system-prompts.ts'
import { pageOfVersions } from '../../db/page.ts'

export async function listPrompts(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  query: PagingQuery,
) {
  const request = { ...query, filters: {}, key: keys.cursor }
  const { items, nextCursor } = await selectPrompts(db.sql, caller.organizationId, request)
  return { items: items.map(toPrompt), nextCursor }
}

export type FoundPrompt = PromptRow

/** The prompt of an organization, or undefined; for work that has no caller. */
export async function findPrompt(
  sql: Sql,
  organizationId: string,
  id: string,
): Promise<FoundPrompt | undefined> {
  return selectPrompt(sql, organizationId, id)
}

/** The prompt's row; 404 where there is none. Prompts belong to the organization, not to a project. */
export async function requirePrompt(sql: Sql, caller: Caller, id: string): Promise<PromptRow> {
  const row = await findPrompt(sql, caller.organizationId, id)
  if (!row) throw errors.notFound('prompt')
  return row
}

/** Throws validation_error where settings name a default prompt that is not there. */
export async function requireDefaultPrompt(tx: Tx, caller: Caller, id: string): Promise<void> {
  if (await findPrompt(tx, caller.organizationId, id)) return
  throw errors.invalid('settings.default_prompt_id', 'unknown', 'There is no prompt with this id.')
}

/** What an analysis with this prompt must look like. */
export const outputSchemaOf = (row: { output_schema: JsonSchema | null }): JsonSchema =>
  row.output_schema ?? defaultOutputSchema

export async function readPrompt({ db }: Pick<Deps, 'db'>, caller: Caller, id: string) {
  return toPrompt(await requirePrompt(db.sql, caller, id))
}

export async function createPrompt(
  { db, clock, writer }: Pick<Deps, 'db' | 'clock' | 'writer'>,
  caller: Caller,
  input: NewPrompt,
): Promise<Prompt> {
  checkTemplate(input.template)
  if (input.output_schema) checkSchema(writer, input.output_schema)
  checkResultLanguage(input.result_language)
  return db.transaction(async (tx) => {
    const now = clock.now()
    const id = newId('prompt')
    const text = { template: input.template, output_schema: toJson(input.output_schema ?? null) }
    await insertPrompt(tx, {
      id,
      organization_id: caller.organizationId,
      name: input.name,
      description: input.description ?? null,
      type: 'custom',
      ...text,
      result_language: input.result_language ?? null,
      created_at: now,
      updated_at: now,
    })
    const made = { prompt_id: id, version: 1, edited_by: caller.memberId, created_at: now }
    await insertVersion(tx, { ...made, ...text })
    return toPrompt(await requirePrompt(tx, caller, id))
  })
}

/** A new text or schema is a new version; the versions before it stay. */
export async function changePrompt(
  { db, clock, writer }: Pick<Deps, 'db' | 'clock' | 'writer'>,
  caller: Caller,
  id: string,
  change: PromptChange,
): Promise<Prompt> {
  checkResultLanguage(change.result_language)
  return db.transaction(async (tx) => {
    const row = await requireCustomPrompt(tx, caller, id)
    const { template = row.template, output_schema = row.output_schema, ...others } = change
    checkTemplate(template)
    // The order of properties is the order in which the model writes them: it counts as a change.
    const schema = toJson(output_schema)
    const hasNewSchema = schema !== toJson(row.output_schema)
    if (output_schema && hasNewSchema) checkSchema(writer, output_schema)
    const isNewVersion = hasNewSchema || template !== row.template
    const version = row.version + (isNewVersion ? 1 : 0)
    const [now, text] = [clock.now(), { template, output_schema: schema }]
    await updatePrompt(tx, id, { ...others, ...text, version, updated_at: now })
    if (isNewVersion) {
      const made = { prompt_id: id, version, edited_by: caller.memberId, created_at: now }
      await insertVersion(tx, { ...made, ...text })
    }
    return toPrompt(await requirePrompt(tx, caller, id))
  })
}

/** Its versions go too. Past analyses keep its id, name and version; a default is not deleted. */
export async function removePrompt({ db }: Pick<Deps, 'db'>, caller: Caller, id: string) {
  await db.transaction(async (tx) => {
    await requireUnusedPrompt(tx, caller, id)
    await dropPrompt(tx, id)
  })
  return { id, deleted: true as const }
}

/** With its versions; past analyses keep its id, name and version. */
export const dropPrompt = (tx: Tx, id: string): Promise<void> => deletePrompt(tx, id)

/** The row of a prompt that can be taken away: one of a person's own, and nobody's default. */
export async function requireUnusedPrompt(tx: Tx, caller: Caller, id: string): Promise<PromptRow> {
  const row = await requireCustomPrompt(tx, caller, id)
  const projects = await selectProjectsUsing(tx, id)
  const users = projects.map(({ id: projectId, name }) => `project ${name} (${projectId})`)
  if (row.is_default) users.unshift('the organization')
  if (users.length === 0) return row
  throw new ApiError('prompt_in_use', `This prompt is the default of: ${users.join(', ')}.`)
}

/**
 * Adds the built-in prompts that are missing and brings changed ones up to date; they are told apart
 * by their names. Returns the id of the one to analyse with where nobody chose another.
 */
export async function ensureSystemPrompts(tx: Tx, organizationId: string, now: Date) {
  const rows = await selectSystemPrompts(tx, organizationId)
  const ids: string[] = []
  for (const prompt of systemPrompts) {
    const row = rows.find(({ name }) => name === prompt.name)
    const { name, description, template } = prompt
    const output_schema = toJson(prompt.output_schema)
    const id = row?.id ?? newId('prompt')
    ids.push(id)
    const text = { template, output_schema }
    const made = { prompt_id: id, edited_by: null, created_at: now, ...text }
    if (!row) {
      const key = { id, organization_id: organizationId, name, type: 'system' as const }
      await insertPrompt(tx, { ...key, description, ...text, created_at: now, updated_at: now })
      await insertVersion(tx, { ...made, version: 1 })
      continue
    }
    const isNewVersion = row.template !== template || toJson(row.output_schema) !== output_schema
    if (!isNewVersion && row.description === description) continue
    const version = row.version + (isNewVersion ? 1 : 0)
    await updatePrompt(tx, id, { description, ...text, version, updated_at: now })
    if (isNewVersion) await insertVersion(tx, { ...made, version })
  }
  const [first] = ids
  if (!first) throw new Error('There is no system prompt.')
  return first
}

/** Every project may use it, so a key that is restricted to some changes and removes none. */
async function requireCustomPrompt(tx: Tx, caller: Caller, id: string): Promise<PromptRow> {
  const row = await requirePrompt(tx, caller, id)
  requireUnrestricted(caller)
  if (row.type === 'custom') return row
  throw new ApiError('resource_protected', 'A system prompt can be neither changed nor deleted.')
}

const toJson = (schema: JsonSchema | null): string | null => schema && JSON.stringify(schema)

const toPrompt = (row: PromptRow): Prompt => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  template: row.template,
  output_schema: row.output_schema,
  result_language: row.result_language,
  variables: findPlaceholders(row.template).known,
  version: row.version,
  is_default: row.is_default,
  built_in: builtInOf(row),
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
})

/** Every text and schema that a prompt had, newest first. */
export async function listVersions(
  { db, keys }: Pick<Deps, 'db' | 'keys'>,
  caller: Caller,
  promptId: string,
  query: PagingQuery,
) {
  const { version: current } = await requirePrompt(db.sql, caller, promptId)
  const { items, nextCursor } = await pageOfVersions(
    (range) => selectVersions(db.sql, promptId, { ...range, projectIds: caller.projectIds }),
    { ...query, list: `versions of ${promptId}`, key: keys.cursor },
  )
  return { items: items.map((row) => toVersion(row, current)), nextCursor }
}

const toVersion = (row: VersionRow, current: number): PromptVersion => ({
  version: row.version,
  template: row.template,
  output_schema: row.output_schema,
  is_current: row.version === current,
  analysis_count: row.analysis_count,
  edited_by: row.edited_by,
  created_at: toIso(row.created_at),
})
