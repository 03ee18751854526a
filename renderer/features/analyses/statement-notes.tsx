import { useTranslation } from 'react-i18next'
import type { Analysis } from 'earshot/client'
import { toPointer, type Path } from './result-shape.ts'
import styles from './result-view.module.css'

export type Statements = Analysis['claims']

/** Who does a task, by when and on what condition, as far as its text does not say it. */
export function detailsBeside(text: string, statements: Statements, path: Path): string[] {
  const { owner, due, condition } = statements?.[toPointer(path)] ?? {}
  const isSaid = (detail: string) => text.toLowerCase().includes(detail.toLowerCase())
  return [owner, due, condition].filter(
    (detail): detail is string => typeof detail === 'string' && !isSaid(detail),
  )
}

type Props = { text: string; statements: Statements; path: Path }

/** What is known of a statement beside its text. */
export function StatementNotes({ text, statements, path }: Props) {
  const { t } = useTranslation('analyses')
  const details = detailsBeside(text, statements, path)
  const isDoubtful = statements?.[toPointer(path)]?.is_doubtful === true
  return (
    <>
      {details.length > 0 ? (
        <span className={styles['details']}>{details.join(' · ')} </span>
      ) : null}
      {isDoubtful ? <span className={styles['doubtful']}>{t('doubtful')} </span> : null}
    </>
  )
}
