import { SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  blankDraft,
  fieldAt,
  isBuildable,
  nameFaults,
  readRefusal,
  toDraft,
  toSchema,
} from './schema-draft.ts'
import type { Draft } from './schema-draft.ts'
import { SchemaFields } from './schema-fields.tsx'
import { hiddenKeywords } from './schema-kinds.ts'
import styles from './schema.module.css'

type Props = {
  /** The schema as text; empty for none. */
  text: string
  /** What is wrong with it, as the service or the form says. */
  error: string | null
  onChange: (text: string) => void
  /** Names that no schema could hold: to be set right before it is saved or tried. */
  onFault: (hasFault: boolean) => void
}

/** The answer's fields, to be built one by one or written as JSON: two views of one schema. */
export function SchemaEditor({ text, error, onChange, onFault }: Props) {
  const { t } = useTranslation('prompts')
  const [view, setView] = useState<'fields' | 'json'>(() => (draftOf(text) ? 'fields' : 'json'))
  const [draft, setDraft] = useState<Draft>(() => draftOf(text) ?? blankDraft())
  const [note, setNote] = useState<string | null>(null)
  const show = (next: string) => {
    setNote(null)
    if (next !== 'fields') return setView('json')
    const read = draftOf(text)
    if (!read) return setNote(t('schema.onlyJson'))
    setDraft(read)
    setView('fields')
  }
  const change = (next: Draft) => {
    setDraft(next)
    const hasFault = nameFaults(next).size > 0
    onFault(hasFault)
    // Two fields of one name would become one: what is written waits until they differ.
    if (!hasFault) onChange(isBlank(next) ? '' : JSON.stringify(toSchema(next), null, 2))
  }
  return (
    <div className={styles['editor']}>
      <div className={styles['head']}>
        <div>
          <h3 id="schema-title">{t('schema.title')}</h3>
          <p className={styles['about']}>{t('schema.about')}</p>
        </div>
        <SegmentedControl
          size="xs"
          aria-labelledby="schema-title"
          value={view}
          onChange={show}
          data={[
            { value: 'fields', label: t('schema.fields') },
            { value: 'json', label: t('schema.json') },
          ]}
        />
      </div>
      {note ? (
        <p role="alert" className={styles['fault']}>
          {note}
        </p>
      ) : null}
      {view === 'fields' ? (
        <Fields draft={draft} error={error} onChange={change} />
      ) : (
        <Textarea
          label={t('schema.label')}
          description={t('schema.jsonAbout')}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: styles['json'] ?? '' }}
          value={text}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

type FieldsProps = { draft: Draft; error: string | null; onChange: (draft: Draft) => void }

function Fields({ draft, error, onChange }: FieldsProps) {
  const { t } = useTranslation('prompts')
  const refusal = error === null ? null : readRefusal(error)
  const refused = refusal && fieldAt(draft, refusal.pointer)
  const hidden = hiddenKeywords(draft.node)
  return (
    <>
      {refusal && refused === null ? (
        <p role="alert" className={styles['fault']}>
          {error}
        </p>
      ) : null}
      {draft.fields?.length === 0 ? <p className={styles['about']}>{t('schema.none')}</p> : null}
      <SchemaFields
        fields={draft.fields ?? []}
        faults={nameFaults(draft)}
        refused={refusal && refused !== null ? { id: refused, text: refusal.text } : null}
        depth={0}
        onChange={(fields) => onChange({ ...draft, fields })}
      />
      {hidden.length > 0 ? (
        <p className={styles['kept']}>{t('schema.kept', { keywords: hidden.join(', ') })}</p>
      ) : null}
    </>
  )
}

const isBlank = (draft: Draft): boolean =>
  JSON.stringify(toSchema(draft)) === JSON.stringify(toSchema(blankDraft()))

/** The draft of a text; null where only JSON can show it. */
function draftOf(text: string): Draft | null {
  if (text.trim() === '') return blankDraft()
  try {
    const schema: unknown = JSON.parse(text)
    return isBuildable(schema) ? toDraft(schema) : null
  } catch {
    // Not JSON yet; it stays in the view where it is being written.
    return null
  }
}
