import {
  blankDraft,
  isBuildable,
  nameFaults,
  toDraft,
  toSchema,
  type Draft,
} from './schema-draft.ts'

/**
 * The schema in a prompt's form: one state behind both views. In the field view the draft is
 * authoritative and the text follows it; in the JSON view the text is, and the draft is parsed when
 * the view changes.
 */
export type SchemaState = {
  view: 'fields' | 'json'
  draft: Draft
  /** Saved and tried out; empty for no schema. */
  text: string
  /** Whether the field view was requested but cannot show this text. */
  isOnlyJson: boolean
}

export function schemaFrom(text: string): SchemaState {
  const draft = draftOf(text)
  return {
    view: draft ? 'fields' : 'json',
    draft: draft ?? blankDraft(),
    text,
    isOnlyJson: false,
  }
}

export type SchemaAction =
  | { do: 'fill'; text: string }
  | { do: 'view'; view: string }
  | { do: 'draft'; draft: Draft }
  | { do: 'text'; text: string }

export function schemaReducer(state: SchemaState, action: SchemaAction): SchemaState {
  if (action.do === 'fill') return schemaFrom(action.text)
  if (action.do === 'text') return { ...state, text: action.text }
  if (action.do === 'view') return withView(state, action.view)
  const { draft } = action
  // Two fields with the same name would collapse into one, so keep the text until the names differ.
  const text = nameFaults(draft).size > 0 ? state.text : textOf(draft)
  return { ...state, draft, text }
}

function withView(state: SchemaState, view: string): SchemaState {
  if (view !== 'fields') return { ...state, view: 'json', isOnlyJson: false }
  const draft = draftOf(state.text)
  return draft ? { ...state, view, draft, isOnlyJson: false } : { ...state, isOnlyJson: true }
}

/** Missing or duplicate names, which must be fixed before saving or trying out. */
export const hasNameFault = ({ view, draft }: SchemaState): boolean =>
  view === 'fields' && nameFaults(draft).size > 0

const textOf = (draft: Draft): string => {
  const text = JSON.stringify(toSchema(draft), null, 2)
  return text === blankText() ? '' : text
}

const blankText = (): string => JSON.stringify(toSchema(blankDraft()), null, 2)

/** The draft of a text; null if only the JSON view can show it. */
function draftOf(text: string): Draft | null {
  if (text.trim() === '') return blankDraft()
  try {
    const schema: unknown = JSON.parse(text)
    return isBuildable(schema) ? toDraft(schema) : null
  } catch {
    // Not valid JSON yet: still being typed.
    return null
  }
}
