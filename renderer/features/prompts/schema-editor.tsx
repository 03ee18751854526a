import { SegmentedControl, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AnsweredFields } from './answered-mark.tsx'
import { usePromptFields } from './queries.ts'
import { fieldAt, nameFaults, readRefusal, type Draft } from './schema-draft.ts'
import { SchemaFields } from './schema-fields.tsx'
import { hiddenKeywords } from './schema-kinds.ts'
import type { SchemaAction, SchemaState } from './schema-state.ts'
import { codeOf, SpokenSelect, spokenHere } from './spoken-select.tsx'
import styles from './schema.module.css'

type Props = {
  schema: SchemaState
  /** What the answer is asked with, of which it depends what is filled. */
  asked: { template: string; result_language: string | null }
  /** What is wrong with the schema, according to the service or the form. */
  error: string | null
  onChange: (action: SchemaAction) => void
}

/** The fields of the answer, built one by one or written as JSON: two views of one schema. */
export function SchemaEditor({ schema, asked, error, onChange }: Props) {
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
        <Answered draft={draft} text={text} asked={asked}>
          <Fields
            draft={draft}
            error={error}
            onChange={(next) => onChange({ do: 'draft', draft: next })}
          />
        </Answered>
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

type AnsweredProps = Pick<Props, 'asked'> & { draft: Draft; text: string; children: ReactNode }

const waitMs = 300

/** Tells the fields below which of them are filled without a language model, also while they change. */
function Answered({ draft, text, asked, children }: AnsweredProps) {
  const { t } = useTranslation('prompts')
  const [spoken, setSpoken] = useState(spokenHere)
  const [schema] = useDebouncedValue(text, waitMs)
  const [settled] = useDebouncedValue(asked, waitMs)
  const body = { ...settled, language: codeOf(spoken) }
  const { data = [] } = usePromptFields(
    schema.trim() === '' ? null : { ...body, output_schema: JSON.parse(schema) },
  )
  const byField = new Map(
    data.flatMap(({ pointer, built_in: answered }) => {
      const id = fieldAt(draft, pointer)
      return id === null ? [] : [[id, answered] as const]
    }),
  )
  return (
    <AnsweredFields.Provider value={byField}>
      {draft.fields?.length ? (
        <>
          <SpokenSelect value={spoken} onChange={setSpoken} />
          <p className={styles['about']}>{t('answered.about')}</p>
        </>
      ) : null}
      {children}
    </AnsweredFields.Provider>
  )
}
