import { Button, TextInput } from '@mantine/core'
import { MessageCircleQuestion } from 'lucide-react'
import { Suspense, lazy, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAwaitedCommand } from '../../ui/commands.ts'
import { Panel } from '../../ui/panel.tsx'
import { LoadingRows } from '../../ui/states.tsx'
import styles from './ask-box.module.css'
import { QuestionHistory, remember } from './question-history.tsx'

// Loaded with the first question, because most visits ask none.
const AskAnswer = lazy(async () => ({ default: (await import('./ask-answer.tsx')).AskAnswer }))

type Props = {
  projectId: string
  /** If omitted, the question covers all recordings of the project. */
  contentId?: string
  /** Called when a quote is opened, for a page that already shows the recording. */
  onOpen?: (seconds: number) => void
}

/** Takes a question in plain language and shows the answer from the recordings. */
export function AskBox({ projectId, contentId, onOpen }: Props) {
  const { t } = useTranslation('ask')
  const titleId = useId()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState({ question: '', times: 0 })
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useAwaitedCommand('recording.ask', () => field.current?.focus())
  const place = contentId ?? projectId
  const ask = (question: string) => {
    setMissing(question === '')
    if (question === '') return
    remember(place, question)
    setAsked(({ times }) => ({ question, times: times + 1 }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(text.trim())
  }
  const asking = { projectId, ...(contentId === undefined ? {} : { contentId }) }
  return (
    <section
      aria-labelledby={titleId}
      className={contentId === undefined ? styles['wide'] : undefined}
    >
      <Panel>
        <h2 id={titleId} className={styles['title']}>
          {contentId === undefined ? t('project') : t('recording')}
        </h2>
        <form onSubmit={submit} className={styles['form']}>
          <TextInput
            ref={field}
            label={t('label')}
            placeholder={t('example')}
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
        {asked.times > 0 ? (
          <Suspense fallback={<LoadingRows rows={3} label={t('looking')} />}>
            <AskAnswer
              key={asked.times}
              asking={{ ...asking, question: asked.question }}
              {...(onOpen ? { onOpen } : {})}
            />
          </Suspense>
        ) : null}
        <QuestionHistory
          place={place}
          current={asked.question}
          onAsk={(question) => {
            setText(question)
            ask(question)
          }}
        />
      </Panel>
    </section>
  )
}
