import { ActionIcon, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { TFunction } from 'i18next'
import { ChevronDown, ChevronUp, Search } from 'lucide-react'
import { useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './transcript-find.module.css'

type Props = {
  text: string
  count: number
  /** Index of the current match, from 0. */
  current: number
  onText: (text: string) => void
  onStep: (direction: 1 | -1) => void
}

/**
 * Finds words in the transcript. Takes over Ctrl or Command and F, because the browser cannot find
 * rows that are not rendered.
 */
export function TranscriptFind({ text, count, current, onText, onStep }: Props) {
  const { t } = useTranslation('transcripts')
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['mod+F', () => input.current?.select()]], [])
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') onText('')
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['find']}>
      <TextInput
        ref={input}
        size="xs"
        aria-label={t('find.label')}
        placeholder={t('find.hint')}
        leftSection={<Search size={14} />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
        className={styles['input'] ?? ''}
      />
      <span aria-live="polite" className={styles['count']}>
        {text.trim() ? countText(t, current, count) : ''}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('find.previous')}
        disabled={count === 0}
        onClick={() => onStep(-1)}
      >
        <ChevronUp size={16} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('find.next')}
        disabled={count === 0}
        onClick={() => onStep(1)}
      >
        <ChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}

const countText = (t: TFunction<'transcripts'>, current: number, count: number): string =>
  count === 0 ? t('find.none') : t('find.at', { current: current + 1, total: count })
