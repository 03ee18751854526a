import { useQuery } from '@tanstack/react-query'
import { client, streamAnswer, type AskResult } from 'earshot/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import { AskedResult, type Asking } from './asked-result.tsx'
import styles from './ask-box.module.css'
import { noteAnswer, type Exchange } from './conversations.ts'
import { QuoteList } from './quote-list.tsx'

type Props = {
  asking: Asking
  conversationId: string
  exchange: Exchange
  /** The exchanges before this one, the newest first. */
  earlier: readonly Exchange[]
  onOpen?: (seconds: number) => void
}

/** Shows the quotes of a question as soon as they are found, then the answer. */
export function AskAnswer({ exchange, ...props }: Props) {
  const { asking, onOpen } = props
  const { result, question } = exchange
  return result ? (
    <AskedResult
      asking={asking}
      question={question}
      result={result}
      {...(onOpen ? { onOpen } : {})}
    />
  ) : (
    <Answering exchange={exchange} {...props} />
  )
}

function Answering({ asking, conversationId, exchange, earlier, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const { error, refetch, isFetching, found } = useAnswer(asking, {
    conversationId,
    exchange,
    earlier,
  })
  if (error && !isFetching) {
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
  if (!found?.length) return <LoadingRows rows={3} label={t('looking')} />
  return (
    <div className={styles['result']}>
      <p>{t('reading')}</p>
      <QuoteList
        quotes={found}
        answer=""
        isOneRecording={asking.contentId !== undefined}
        {...(onOpen ? { onOpen } : {})}
      />
    </div>
  )
}

/** As the service takes them. */
const mostEarlier = 10
const longestAnswer = 2_000

type Asked = Pick<Props, 'conversationId' | 'exchange' | 'earlier'>

/** Asks step by step; leaving the screen ends the work, and coming back begins it anew. */
function useAnswer(
  { projectId, contentId }: Asking,
  { conversationId, exchange: { id, question }, earlier }: Asked,
) {
  const [found, setFound] = useState<AskResult['quotes'] | null>(null)
  const query = useQuery({
    queryKey: ['ask', conversationId, id],
    queryFn: async ({ signal }) => {
      setFound(null)
      const body = {
        question,
        ...(projectId && { project_id: projectId }),
        ...(contentId && { content_id: contentId }),
        conversation: earlier
          .slice(0, mostEarlier)
          .map((one) => ({
            question: one.question,
            answer: one.result?.answer?.slice(0, longestAnswer) ?? null,
          }))
          .toReversed(),
      }
      for await (const { event, data } of streamAnswer(client, body, { signal })) {
        if (event === 'quotes') setFound(data.quotes)
        if (event !== 'done') continue
        announce(inShort(data))
        noteAnswer(conversationId, id, data)
      }
      return true
    },
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return { ...query, found }
}

const inShort = ({ answer, quotes }: AskResult): string =>
  answer === null
    ? i18n.t('ask:notFound.project')
    : i18n.t('ask:announced', { answer, count: quotes.length })
