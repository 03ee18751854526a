import { Button, TextInput } from '@mantine/core'
import { MessageCircleQuestion } from 'lucide-react'
import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import { Panel } from '../../ui/panel.tsx'
import { LoadingRows } from '../../ui/states.tsx'
import styles from './ask-box.module.css'

// Loaded with the first question: most visits ask none.
const AskAnswer = lazy(async () => ({ default: (await import('./ask-answer.tsx')).AskAnswer }))

type Props = {
  projectId: string
  /** Left out, all recordings of the project are asked. */
  contentId?: string
  /** Told when a quote is opened, for a page that shows the recording already. */
  onOpen?: (seconds: number) => void
}

/** A question in one's own words, and what was said in answer to it. */
export function AskBox({ projectId, contentId, onOpen }: Props) {
  const titleId = useId()
  const [text, setText] = useState('')
  const [asked, setAsked] = useState({ question: '', times: 0 })
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const question = text.trim()
    setMissing(question === '')
    if (question !== '') setAsked(({ times }) => ({ question, times: times + 1 }))
  }
  const asking = { projectId, ...(contentId === undefined ? {} : { contentId }) }
  return (
    <section
      aria-labelledby={titleId}
      className={contentId === undefined ? styles['wide'] : undefined}
    >
      <Panel>
        <h2 id={titleId} className={styles['title']}>
          {contentId === undefined ? 'Ask these recordings' : 'Ask this recording'}
        </h2>
        <form onSubmit={submit} className={styles['form']}>
          <TextInput
            label="Question"
            placeholder="When do we send the contract?"
            value={text}
            maxLength={500}
            error={isMissing ? 'Write a question first.' : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
            className={styles['question'] ?? ''}
          />
          <Button type="submit" leftSection={<MessageCircleQuestion size={15} />}>
            Ask
          </Button>
        </form>
        {asked.times > 0 ? (
          <Suspense fallback={<LoadingRows rows={3} label="Looking for the answer" />}>
            <AskAnswer
              key={asked.times}
              asking={{ ...asking, question: asked.question }}
              {...(onOpen ? { onOpen } : {})}
            />
          </Suspense>
        ) : null}
      </Panel>
    </section>
  )
}
