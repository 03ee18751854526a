import { Button, TextInput } from '@mantine/core'
import { MessageCircleQuestion } from 'lucide-react'
import { Suspense, lazy, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { Panel } from '../../ui/panel.tsx'
import { LoadingRows } from '../../ui/states.tsx'
import styles from './ask-box.module.css'
import {
  endConversation,
  libraryConversation,
  putQuestion,
  useConversation,
} from './conversations.ts'

// Loaded with the first question, because most visits ask none.
const AskAnswer = lazy(async () => ({ default: (await import('./ask-answer.tsx')).AskAnswer }))

type Props = {
  /** If omitted, the question covers all recordings. */
  projectId?: string
  /** If omitted, it covers all recordings of the project. */
  contentId?: string
  /** Called when a quote is opened, for a page that already shows the recording. */
  onOpen?: (seconds: number) => void
}

/** Takes questions in plain language, one after the other, and shows the answers from the recordings. */
export function AskBox({ projectId, contentId, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const titleId = useId()
  const conversationId = contentId ?? projectId ?? libraryConversation
  const exchanges = useConversation(conversationId)
  const asking = { ...(projectId && { projectId }), ...(contentId && { contentId }) }
  const title = contentId ? t('recording') : projectId ? t('project') : t('library')
  return (
    <section aria-labelledby={titleId} className={contentId ? undefined : styles['wide']}>
      <Panel>
        <h2 id={titleId} className={styles['title']}>
          {title}
        </h2>
        <QuestionForm
          isFollowUp={exchanges.length > 0}
          onAsk={(question) => putQuestion(conversationId, question)}
        />
        {exchanges.length > 0 ? (
          <Suspense fallback={<LoadingRows rows={3} label={t('looking')} />}>
            <ol aria-label={t('conversation')} className={styles['conversation']}>
              {exchanges.map((exchange, at) => (
                <li key={exchange.id}>
                  <h3 className={styles['asked']}>{exchange.question}</h3>
                  <AskAnswer
                    asking={asking}
                    conversationId={conversationId}
                    exchange={exchange}
                    earlier={exchanges.slice(at + 1)}
                    {...(onOpen ? { onOpen } : {})}
                  />
                </li>
              ))}
            </ol>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => endConversation(conversationId)}
            >
              {t('clear')}
            </Button>
          </Suspense>
        ) : null}
      </Panel>
    </section>
  )
}

type FormProps = { isFollowUp: boolean; onAsk: (question: string) => void }

function QuestionForm({ isFollowUp, onAsk }: FormProps) {
  const { t } = useTranslation('ask')
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useAwaitedCommand('recording.ask', () => field.current?.focus())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = text.trim()
    setMissing(question === '')
    if (question === '') return
    setText('')
    onAsk(question)
  }
  return (
    <form onSubmit={submit} className={styles['form']}>
      <TextInput
        ref={field}
        label={t('label')}
        placeholder={isFollowUp ? t('followUp') : t('example')}
        value={text}
        maxLength={500}
        error={isMissing ? t('missing') : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        className={styles['question'] ?? ''}
      />
      <Button type="submit" leftSection={<MessageCircleQuestion size={15} />}>
        {t('submit')}
      </Button>
    </form>
  )
}
