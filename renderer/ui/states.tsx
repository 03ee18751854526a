import { Button, Skeleton } from '@mantine/core'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './states.module.css'

/** Nothing here yet: what this place is for, and the next step. */
export function EmptyState(props: {
  icon: ReactNode
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <section className={styles['state']}>
      <span className={styles['icon']} aria-hidden="true">
        {props.icon}
      </span>
      <h2>{props.title}</h2>
      <div className={styles['text']}>{props.children}</div>
      {props.action ? <div>{props.action}</div> : null}
    </section>
  )
}

/** Something failed: what, why, and what to do. */
export function FailureState(props: {
  title: string
  cause: string
  code?: string
  onRetry?: () => void
  /** An alternative to trying again. */
  action?: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation('parts')
  return (
    <section className={styles['failure']} role="alert">
      <CircleAlert size={20} aria-hidden="true" className={styles['alertIcon']} />
      <div className={styles['failureText']}>
        <h2>{props.title}</h2>
        <p>{props.cause}</p>
        {props.children}
        {props.code ? <code className={styles['code']}>{props.code}</code> : null}
      </div>
      {props.onRetry ? (
        <Button variant="default" leftSection={<RotateCw size={15} />} onClick={props.onRetry}>
          {t('tryAgain')}
        </Button>
      ) : null}
      {props.action}
    </section>
  )
}

/** Grey rows as a placeholder; announced to screen readers. */
export function LoadingRows({ rows = 4, label }: { rows?: number; label: string }) {
  const widths = Array.from({ length: rows }, (_, index) => `${92 - ((index * 17) % 40)}%`)
  return (
    <div className={styles['loading']}>
      <output className="visually-hidden">{label}</output>
      {widths.map((width, index) => (
        <Skeleton key={index} height={18} width={width} radius={4} />
      ))}
    </div>
  )
}
