import { SegmentedControl, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { fieldAt, nameFaults, readRefusal, type Draft } from './schema-draft.ts'
import { SchemaFields } from './schema-fields.tsx'
import { hiddenKeywords } from './schema-kinds.ts'
import type { SchemaAction, SchemaState } from './schema-state.ts'
import styles from './schema.module.css'

type Props = {
  schema: SchemaState
  /** What is wrong with the schema, according to the service or the form. */
  error: string | null
  onChange: (action: SchemaAction) => void
}

/** The fields of the answer, built one by one or written as JSON: two views of one schema. */
export function SchemaEditor({ schema, error, onChange }: Props) {
  const { t } = useTranslation('prompts')
  const { view, draft, text, isOnlyJson } = schema
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
          onChange={(next) => onChange({ do: 'view', view: next })}
          data={[
            { value: 'fields', label: t('schema.fields') },
            { value: 'json', label: t('schema.json') },
          ]}
        />
      </div>
      {isOnlyJson ? (
        <p role="alert" className={styles['fault']}>
          {t('schema.onlyJson')}
        </p>
      ) : null}
      {view === 'fields' ? (
        <Fields
          draft={draft}
          error={error}
          onChange={(next) => onChange({ do: 'draft', draft: next })}
        />
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
          onChange={(event) => onChange({ do: 'text', text: event.currentTarget.value })}
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
