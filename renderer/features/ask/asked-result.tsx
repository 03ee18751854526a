import { Link } from '@tanstack/react-router'
import type { AskResult } from 'earshot/client'
import { useTranslation } from 'react-i18next'
import { isBuiltInModel } from '../../ui/built-in-model.ts'
import { formatDays } from '../../ui/format.ts'
import { speakerName } from '../../ui/own-words.ts'
import styles from './ask-box.module.css'
import { QuoteList } from './quote-list.tsx'

/** The recordings that a question is put to: all, those of a project, or one. */
export type Asking = { projectId?: string; contentId?: string }

type Props = {
  asking: Asking
  question: string
  result: AskResult
  onOpen?: (seconds: number) => void
}

/** An answer with its quotes, or a note that there is none. */
export function AskedResult(props: Props) {
  const { t } = useTranslation('ask')
  const { asking, result, onOpen } = props
  const { answer, quotes, model_used: model, filters } = result
  if (answer === null) return <NotFound {...props} />
  // A verbatim answer already appears in its quote.
  const isQuoted = quotes.some(({ text }) => text.includes(answer))
  return (
    <div className={styles['result']}>
      {isQuoted ? null : <p className={styles['answer']}>{answer}</p>}
      <Narrowing filters={filters} />
      <QuoteList
        quotes={quotes}
        answer={answer}
        isOneRecording={asking.contentId !== undefined}
        {...(onOpen ? { onOpen } : {})}
      />
      <p className={styles['model']}>
        {isBuiltInModel(model) ? t('quoted') : t('answeredBy', { model })}
      </p>
    </div>
  )
}

function NotFound({ asking: { projectId, contentId }, question, result, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const isAll = contentId === undefined
  const { quotes, filters } = result
  return (
    <div className={styles['result']}>
      <h4 className={styles['notFound']}>
        {isAll ? t('notFound.project') : t('notFound.recording')}
      </h4>
      <Narrowing filters={filters} />
      <p className={styles['advice']}>
        {isAll ? t('notFound.adviceProject') : t('notFound.adviceRecording')}{' '}
        <Link
          to="/search"
          search={{ q: withoutMark(question), ...(projectId && { project: projectId }) }}
        >
          {t('notFound.search')}
        </Link>
      </p>
      {quotes.length > 0 ? (
        <>
          <p>{t('notFound.closest')}</p>
          <QuoteList
            quotes={quotes}
            answer=""
            isOneRecording={!isAll}
            {...(onOpen ? { onOpen } : {})}
          />
        </>
      ) : null}
    </div>
  )
}

/** What the question itself named, and only was looked at. */
function Narrowing({ filters }: Pick<AskResult, 'filters'>) {
  const { t } = useTranslation('ask')
  const { speakers, project_id: project, recorded_from: from, recorded_to: to } = filters
  const said = [
    ...(project === null ? [] : [t('narrowed.project')]),
    ...(from === null || to === null ? [] : [t('narrowed.days', { days: formatDays(from, to) })]),
    ...(speakers.length > 0
      ? [t('narrowed.speakers', { names: speakers.map(speakerName).join(', ') })]
      : []),
  ]
  return said.length > 0 ? <p className={styles['model']}>{said.join(' · ')}</p> : null
}

const withoutMark = (question: string): string => question.replace(/[?？]+\s*$/u, '').trim()
