import { stepsOf } from '../../ui/json-pointer.ts'
import { isRecord } from '../../ui/is-record.ts'
import { kindOf, withKind, type JsonObject, type Kind } from './schema-kinds.ts'

/**
 * A schema being edited. The fields of a group are a list, so two may briefly share a name,
 * and each keeps its place on screen while it is renamed.
 */
export type Draft = {
  /**
   * All keywords of this level; `fields` and `item` supersede `properties`, `required` and `items`.
   */
  node: JsonObject
  fields: Field[] | null
  item: Draft | null
}

export type Field = { id: string; name: string; isRequired: boolean; draft: Draft }

let made = 0
const newId = (): string => `field-${(made += 1)}`

export function toDraft(node: JsonObject): Draft {
  const { properties, items } = node
  const required: unknown[] = Array.isArray(node['required']) ? node['required'] : []
  const hasFields = isRecord(properties) && Object.values(properties).every(isRecord)
  return {
    node,
    fields: hasFields
      ? Object.entries(properties).map(([name, inner]) => ({
          id: newId(),
          name,
          isRequired: required.includes(name),
          draft: toDraft(isRecord(inner) ? inner : {}),
        }))
      : null,
    item: isRecord(items) ? toDraft(items) : null,
  }
}

/** Converts back to a schema; unchanged parts are preserved keyword for keyword. */
export function toSchema({ node, fields, item }: Draft): JsonObject {
  return {
    ...node,
    ...(fields && {
      properties: Object.fromEntries(fields.map(({ name, draft }) => [name, toSchema(draft)])),
      ...requiredOf(node, fields),
    }),
    ...(item && { items: toSchema(item) }),
  }
}

/** Existing names in order, then new ones; no list if there was none and it would be empty. */
function requiredOf({ required, properties }: JsonObject, fields: readonly Field[]): JsonObject {
  const names = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const before: unknown[] = Array.isArray(required) ? required : []
  // A name that never was a field is an error in the schema; keep it, so the service reports it.
  const wasField = (name: unknown) =>
    isRecord(properties) && Object.hasOwn(properties, String(name))
  const kept = before.filter((name) => names.some((now) => now === name) || !wasField(name))
  const all = [...kept, ...names.filter((name) => !before.includes(name))]
  return required === undefined && all.length === 0
    ? {}
    : {
        required:
          Array.isArray(required) || required === undefined || all.length > 0 ? all : required,
      }
}

/** An empty schema to add fields to. */
export const blankDraft = (): Draft =>
  toDraft({ type: 'object', properties: {}, required: [], additionalProperties: false })

export const newField = (name: string): Field => ({
  id: newId(),
  name,
  isRequired: true,
  draft: toDraft({ type: 'string' }),
})

/** The same level as another kind: its parts start empty, its other keywords are kept. */
export const draftWithKind = (draft: Draft, kind: Kind): Draft =>
  kindOf(draft.node) === kind ? draft : toDraft(withKind(toSchema(draft), kind))

/** Whether the builder can show the schema at all: an object with named fields at its root. */
export const isBuildable = (schema: unknown): schema is JsonObject =>
  isRecord(schema) && kindOf(schema) === 'group' && toDraft(schema).fields !== null

/** Missing or duplicate names on one level, by the id of the field. */
export function nameFaults({ fields, item }: Draft): Map<string, 'missing' | 'twice'> {
  const faults = new Map(item ? nameFaults(item) : [])
  for (const [index, { id, name, draft }] of (fields ?? []).entries()) {
    for (const [inner, fault] of nameFaults(draft)) faults.set(inner, fault)
    if (name === '') faults.set(id, 'missing')
    else if (fields?.slice(0, index).some((other) => other.name === name)) faults.set(id, 'twice')
  }
  return faults
}

/** The id of the field that a JSON pointer names or points into; null for the schema as a whole. */
export function fieldAt(draft: Draft, pointer: string): string | null {
  const steps = stepsOf(pointer)
  let [here, found]: [Draft | null, string | null] = [draft, null]
  for (let at = 0; here && at < steps.length; at += 1) {
    if (steps[at] === 'items') {
      here = here.item
      continue
    }
    if (steps[at] !== 'properties') break
    at += 1
    const field: Field | undefined = here.fields?.find(({ name }) => name === steps[at])
    found = field?.id ?? found
    here = field?.draft ?? null
  }
  return found
}

/** “At /properties/price/maximum: No number …” → the pointer and the rest of the sentence. */
export function readRefusal(message: string): { pointer: string; text: string } {
  const [, pointer = '', text = message] = /^At (\/\S*): (.*)$/s.exec(message) ?? []
  return { pointer, text }
}

/** The list with one entry moved to another position. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
