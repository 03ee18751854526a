import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './ask-box.module.css'
import { create } from 'zustand'

const none: readonly string[] = []

type Props = {
  place: string
  /** The question whose answer is shown. */
  current: string
  onAsk: (question: string) => void
}

/** Earlier questions from this session; a click asks one again. */
export function QuestionHistory({ place, current, onAsk }: Props) {
  const { t } = useTranslation('ask')
  const all = useHistory(({ questions }) => questions[place] ?? none)
  const earlier = all.filter((question) => question !== current)
  if (earlier.length === 0) return null
  return (
    <div className={styles['history']}>
      <h3 className={styles['historyTitle']}>{t('history.title')}</h3>
      <ul>
        {earlier.map((question) => (
          <li key={question}>
            <button
              type="button"
              className={styles['earlier']}
              aria-label={t('history.again', { question })}
              onClick={() => onAsk(question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
      <Button size="compact-xs" variant="subtle" onClick={() => forget(place)}>
        {t('history.clear')}
      </Button>
    </div>
  )
}

/** Choice: more than anybody looks back at. */
const most = 8

type History = { questions: Readonly<Record<string, readonly string[]>> }

/** Questions since the window was opened, by recording or project; none is stored. */
const useHistory = create<History>(() => ({ questions: {} }))

/** Remembers a question; one that was asked before moves to the front. */
export const remember = (place: string, question: string): void =>
  useHistory.setState(({ questions }) => {
    const others = (questions[place] ?? []).filter((one) => one !== question)
    return { questions: { ...questions, [place]: [question, ...others].slice(0, most) } }
  })

const forget = (place: string): void =>
  useHistory.setState(({ questions }) => ({ questions: { ...questions, [place]: [] } }))
