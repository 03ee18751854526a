import { Link } from '@tanstack/react-router'
import { askQuestion, type AskResult } from 'earshot/client'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { i18n } from '../../i18n/i18n.ts'
import { isBuiltInModel } from '../../ui/built-in-model.ts'
import { announce } from '../../ui/announcer.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './ask-box.module.css'
import { QuoteList } from './quote-list.tsx'
import { useQuery } from '@tanstack/react-query'

type Props = { asking: Asking; onOpen?: (seconds: number) => void }

/** The outcome of a question: an answer with its quotes, or a note that there is none. */
export function AskAnswer({ asking, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const { data, error, refetch, isFetching } = useAnswer(asking)
  useEffect(() => {
    if (data) announce(inShort(data))
  }, [data])
  if (isFetching) return <LoadingRows rows={3} label={t('looking')} />
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title={t('failed')}
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return null
  const { answer, quotes, model_used: model } = data
  if (answer === null) {
    return <NotFound asking={asking} quotes={quotes} {...(onOpen ? { onOpen } : {})} />
  }
  // A verbatim answer already appears in its quote.
  const isQuoted = quotes.some(({ text }) => text.includes(answer))
  return (
    <div className={styles['result']}>
      {isQuoted ? null : <p className={styles['answer']}>{answer}</p>}
      <QuoteList
        quotes={quotes}
        answer={answer}
        projectId={asking.projectId}
        isOneRecording={asking.contentId !== undefined}
        {...(onOpen ? { onOpen } : {})}
      />
      <p className={styles['model']}>
        {isBuiltInModel(model) ? t('quoted') : t('answeredBy', { model })}
      </p>
    </div>
  )
}

const inShort = ({ answer, quotes }: AskResult): string =>
  answer === null
    ? i18n.t('ask:notFound.project')
    : i18n.t('ask:announced', { answer, count: quotes.length })

function NotFound({ asking, quotes, onOpen }: Props & Pick<AskResult, 'quotes'>) {
  const { projectId, contentId, question } = asking
  const { t } = useTranslation('ask')
  const isAll = contentId === undefined
  return (
    <div className={styles['result']}>
      <h3 className={styles['notFound']}>
        {isAll ? t('notFound.project') : t('notFound.recording')}
      </h3>
      <p className={styles['advice']}>
        {isAll ? t('notFound.adviceProject') : t('notFound.adviceRecording')}{' '}
        <Link to="/search" search={{ q: withoutMark(question), project: projectId }}>
          {t('notFound.search')}
        </Link>
      </p>
      {quotes.length > 0 ? (
        <>
          <p>{t('notFound.closest')}</p>
          <QuoteList
            quotes={quotes}
            answer=""
            projectId={projectId}
            isOneRecording={!isAll}
            {...(onOpen ? { onOpen } : {})}
          />
        </>
      ) : null}
    </div>
  )
}

const withoutMark = (question: string): string => question.replace(/[?？]+\s*$/u, '').trim()

/** A question and the recordings it covers: a whole project, or one recording. */
type Asking = { projectId: string; contentId?: string; question: string }

/** Fetches the answer; a new question cancels the previous one if it is still pending. */
const useAnswer = ({ projectId, contentId, question }: Asking) =>
  useQuery({
    queryKey: ['ask', projectId, contentId ?? '', question],
    queryFn: async ({ signal }) => {
      const body = { question, ...(contentId === undefined ? {} : { content_id: contentId }) }
      return (await askQuestion({ path: { projectId }, body, signal })).data
    },
    // Transcripts may be corrected, and recordings come and go.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
