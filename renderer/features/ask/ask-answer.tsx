import { Link } from '@tanstack/react-router'
import type { Answer } from 'earshot/client'
import { useEffect } from 'react'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { countOf } from '../../ui/format.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import styles from './ask-box.module.css'
import { useAnswer, type Asking } from './queries.ts'
import { QuoteList } from './quote-list.tsx'

type Props = { asking: Asking; onOpen?: (seconds: number) => void }

/** What a question led to: an answer with its quotes, or that there is none. */
export function AskAnswer({ asking, onOpen }: Props) {
  const { data, error, refetch, isFetching } = useAnswer(asking)
  useEffect(() => {
    if (data) announce(inShort(data))
  }, [data])
  if (isFetching) return <LoadingRows rows={3} label="Looking for the answer" />
  if (error) {
    const { message, code } = asFailure(error)
    return (
      <FailureState
        title="The question was not answered"
        cause={message}
        code={code}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) return null
  if (data.answer === null) return <NotFound asking={asking} />
  const { answer, quotes } = data
  // Said word for word it stands in its quote, and need not stand twice.
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
    </div>
  )
}

const inShort = ({ answer, quotes }: Answer): string =>
  answer === null
    ? 'Not found in these recordings'
    : `${answer} ${countOf(quotes.length, 'quote')} below.`

function NotFound({ asking: { projectId, contentId, question } }: { asking: Asking }) {
  return (
    <div className={styles['result']}>
      <h3 className={styles['notFound']}>
        {contentId === undefined ? 'Not found in these recordings' : 'Not found in this recording'}
      </h3>
      <p className={styles['advice']}>
        Nobody said it in words near to yours. Try the words that were used, one thing at a time, in
        the language of the recording{contentId === undefined ? '' : ', or ask the whole project'}.{' '}
        <Link to="/search" search={{ q: withoutMark(question), project: projectId }}>
          Search for the words instead
        </Link>
      </p>
    </div>
  )
}

const withoutMark = (question: string): string => question.replace(/[?？]+\s*$/u, '').trim()
