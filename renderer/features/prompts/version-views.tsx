import { Fragment, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { diffText, type Part } from './text-diff.ts'
import { plainSchema, type PromptText } from './version-text.ts'
import styles from './versions.module.css'

/** Text and schema in full. */
export function Whole({ text }: { text: PromptText }) {
  const { t } = useTranslation('prompts')
  return (
    <>
      <h4 className={styles['part']}>{t('form.text')}</h4>
      <pre className={styles['text']}>{text.template}</pre>
      <h4 className={styles['part']}>{t('schema.label')}</h4>
      {text.output_schema === '' ? (
        <p className={styles['note']}>{t('versions.noSchema')}</p>
      ) : (
        <pre className={styles['text']}>{text.output_schema}</pre>
      )}
    </>
  )
}

/** A diff of two texts and their schemas. */
export function Compared({ before, after }: { before: PromptText; after: PromptText }) {
  const { t } = useTranslation('prompts')
  const text = useMemo(
    () => diffText(before.template, after.template, 'words'),
    [before.template, after.template],
  )
  const [old, now] = [plainSchema(before.output_schema), plainSchema(after.output_schema)]
  const schema = useMemo(() => diffText(old, now, 'lines'), [old, now])
  return (
    <>
      <h4 className={styles['part']}>{t('form.text')}</h4>
      <Differences parts={text} />
      <h4 className={styles['part']}>{t('schema.label')}</h4>
      <Differences parts={schema} />
    </>
  )
}

function Differences({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation('prompts')
  if (parts.length === 0) return <p className={styles['note']}>{t('versions.same')}</p>
  return (
    <pre className={styles['text']}>
      {parts.map((part, at) => (
        // The parts of a diff have no identity other than their position.
        <Fragment key={at}>
          <PartText part={part} />
        </Fragment>
      ))}
    </pre>
  )
}

/** Marked by more than colour: underlined or struck out, and labelled for screen readers. */
function PartText({ part }: { part: Part }) {
  const { t } = useTranslation('prompts')
  switch (part.kind) {
    case 'gap':
      return <span className={styles['gap']}>{t('versions.unchanged', { count: part.lines })}</span>
    case 'added':
      return (
        <ins className={styles['added']}>
          <span className="visually-hidden">{t('versions.added')} </span>
          {part.text}
        </ins>
      )
    case 'removed':
      return (
        <del className={styles['removed']}>
          <span className="visually-hidden">{t('versions.removed')} </span>
          {part.text}
        </del>
      )
    case 'same':
      return part.text
  }
}
