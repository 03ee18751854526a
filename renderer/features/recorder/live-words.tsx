import { Button, Switch } from '@mantine/core'
import { ArrowDown } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import type { LiveLine } from './live-lines.ts'
import type { LiveEnd } from './live-transcription.ts'
import { useLiveWords, wantLiveWords } from './live-words-store.ts'
import styles from './live-words.module.css'

/** A rough live transcript, a few seconds behind; the full transcription later replaces it. */
export function LiveWords() {
  const { t } = useTranslation('recorder')
  const { isWanted, end } = useLiveWords()
  const isOn = isWanted && end === null
  return (
    <section aria-label={t('words.title')} className={styles['panel']}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{t('words.title')}</h2>
        <Switch
          label={t('words.switch')}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => wantLiveWords(checked)}
        />
      </div>
      <output className={styles['note']}>{isOn ? t('words.rough') : <Reason end={end} />}</output>
      <Words isOn={isOn} />
    </section>
  )
}

function Reason({ end }: { end: LiveEnd | null }) {
  const { t } = useTranslation('recorder')
  if (end === null) return t('words.off')
  if (end.reason === 'slow') return t('words.slow')
  return t('words.failed', { reason: asFailure(end.error).message })
}

function Words({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('recorder')
  const { lines, tentative } = useLiveWords()
  const { box, isBehind, follow, noteScroll } = useFollowedEnd(lines, tentative)
  const isEmpty = lines.length === 0 && tentative === ''
  if (isEmpty && !isOn) return null
  return (
    <div className={styles['frame']}>
      <div
        ref={box}
        onScroll={noteScroll}
        className={styles['words']}
        // Not announced as it grows: a screen reader would talk over the call and be recorded.
        role="log"
        aria-live="off"
        aria-label={t('words.title')}
        // Keyboard users must be able to scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {isEmpty ? <p className={styles['note']}>{t('words.waiting')}</p> : null}
        {lines.map((line, at) => (
          <Line
            // Lines are only ever appended.
            key={at}
            {...line}
            tentative={at === lines.length - 1 ? tentative : ''}
          />
        ))}
        {lines.length === 0 && tentative ? (
          <Line side={null} text="" end={0} tentative={tentative} />
        ) : null}
      </div>
      {isBehind ? (
        <Button
          size="compact-sm"
          variant="default"
          className={styles['newest'] ?? ''}
          leftSection={<ArrowDown size={14} aria-hidden="true" />}
          onClick={follow}
        >
          {t('words.newest')}
        </Button>
      ) : null}
    </div>
  )
}

const Line = memo(function Line({ side, text, tentative }: LiveLine & { tentative: string }) {
  const { t } = useTranslation('recorder')
  return (
    <p>
      {side ? (
        <b data-side={side} className={styles['side']}>
          {t(`words.${side}`)}
        </b>
      ) : null}
      {text}{' '}
      {tentative ? (
        <span data-tentative="" className={styles['tentative']}>
          {tentative}
        </span>
      ) : null}
    </p>
  )
})

/** A reader this close to the end counts as being at the end. */
const nearPixels = 24

/** Keeps the end of growing text in view, unless the person has scrolled back. */
function useFollowedEnd(...content: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const [isBehind, setBehind] = useState(false)
  const follow = () => {
    const { current } = box
    if (current) current.scrollTop = current.scrollHeight
    setBehind(false)
  }
  useLayoutEffect(() => {
    const { current } = box
    if (current && !isBehind) current.scrollTop = current.scrollHeight
    // Follows changes of `content`; callers always pass the same number of values.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [...content, isBehind])
  const noteScroll = () => {
    const { current } = box
    if (!current) return
    const { scrollHeight, scrollTop, clientHeight } = current
    setBehind(scrollHeight - scrollTop - clientHeight > nearPixels)
  }
  return { box, isBehind, follow, noteScroll }
}
