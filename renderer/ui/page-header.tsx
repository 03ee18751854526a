import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './page-header.module.css'

type Props = {
  title: string
  /** The h1, where it is more than the title. */
  heading?: ReactNode
  /** Links to the screens above this one. */
  crumbs?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  /** For screens that show at their top what they are about: only read out. */
  isHidden?: boolean
}

/** The only h1 of a screen, which also sets the window's title. */
export function PageHeader({ title, heading, crumbs, meta, actions, isHidden = false }: Props) {
  const { t } = useTranslation('parts')
  useEffect(() => {
    document.title = `${title} – Earshot`
  }, [title])
  return (
    <header className={styles[isHidden ? 'hidden' : 'header']}>
      <div className={styles['text']}>
        {crumbs ? (
          <nav aria-label={t('breadcrumb')} className={styles['crumbs']}>
            {crumbs}
          </nav>
        ) : null}
        {heading ?? <h1 tabIndex={-1}>{title}</h1>}
        {meta ? <div className={styles['meta']}>{meta}</div> : null}
      </div>
      {actions ? <div className={styles['actions']}>{actions}</div> : null}
    </header>
  )
}
