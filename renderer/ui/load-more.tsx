import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './load-more.module.css'

type Props = { hasMore: boolean; isLoading: boolean; onMore: () => void }

/** Loads the next page when it scrolls into view; a button, so keyboards can use it too. */
export function LoadMore({ hasMore, isLoading, onMore }: Props) {
  const { t } = useTranslation('parts')
  const ref = useRef<HTMLDivElement>(null)
  const more = useEffectEvent(onMore)
  const isWatching = hasMore && !isLoading
  useEffect(() => {
    const element = ref.current
    if (!element || !isWatching) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more()
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWatching])
  if (!hasMore) return null
  return (
    <div ref={ref} className={styles['more']}>
      <Button variant="subtle" loading={isLoading} onClick={onMore}>
        {t('showMore')}
      </Button>
    </div>
  )
}
