import type { Analysis } from 'earshot/client'
import { Doubtful } from './evidence-chips.tsx'
import { toPointer, type Path } from './result-shape.ts'
import styles from './result-view.module.css'

export type Statements = Analysis['claims']

/** The owner, due date and condition of a task, without those that its text names already. */
export function detailsBeside(text: string, statements: Statements, path: Path): string[] {
  const { owner, due, condition } = statements?.[toPointer(path)] ?? {}
  const isSaid = (detail: string) => text.toLowerCase().includes(detail.toLowerCase())
  return [owner, due, condition].filter(
    (detail): detail is string => typeof detail === 'string' && !isSaid(detail),
  )
}

type Props = { text: string; statements: Statements; path: Path }

/** Shows the details of a task after its text, and whether a statement is doubtful. */
export function StatementNotes({ text, statements, path }: Props) {
  const details = detailsBeside(text, statements, path)
  const isDoubtful = statements?.[toPointer(path)]?.is_doubtful === true
  return (
    <>
      {details.length > 0 ? (
        <span className={styles['details']}>{details.join(' · ')} </span>
      ) : null}
      {isDoubtful ? (
        <>
          <Doubtful />{' '}
        </>
      ) : null}
    </>
  )
}
