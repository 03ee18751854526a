import { Button, SegmentedControl } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'
import { formatDateTime } from '../../ui/format.ts'
import type { PromptVersion } from 'earshot/client'
import { Compared, Whole } from './version-views.tsx'
import { authorOf, isSameText, textOf, type PromptText } from './version-text.ts'
import styles from './versions.module.css'

type Props = {
  version: PromptVersion
  /** The version before it, if loaded. */
  before: PromptVersion | undefined
  /** Whether an earlier version exists, loaded or not. */
  hasBefore: boolean
  people: ReadonlyMap<string, string>
  /** The current content of the form. */
  written: PromptText
  isOpen: boolean
  onToggle: () => void
  onRestore: () => void
}

/** One version: its author and date and, when open, what changed. */
export function VersionItem({ isOpen, onToggle, ...props }: Props) {
  const { t } = useTranslation('prompts')
  const { version: number, is_current: isCurrent } = props.version
  const id = useId()
  return (
    <li className={styles['version']}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={styles['head']}
        onClick={onToggle}
      >
        <ChevronRight size={14} aria-hidden="true" className={styles['arrow']} />
        <span className={styles['title']}>
          <strong>{t('version', { version: number })}</strong>
          {isCurrent ? <Badge tone="ok">{t('versions.current')}</Badge> : null}
        </span>
        <Facts version={props.version} people={props.people} />
      </button>
      {isOpen ? (
        <div id={id} className={styles['body']}>
          <Opened {...props} />
        </div>
      ) : null}
    </li>
  )
}

function Facts({ version, people }: Pick<Props, 'version' | 'people'>) {
  const { t } = useTranslation('prompts')
  const time = formatDateTime(version.created_at)
  const who = authorOf(version, people)
  return (
    <span className={styles['facts']}>
      {who === null ? time : t('versions.madeBy', { time, who })}
      {' · '}
      {t('versions.analyses', { count: version.analysis_count })}
    </span>
  )
}

type View = 'changes' | 'form' | 'whole'

function Opened({
  version,
  before,
  hasBefore,
  written,
  onRestore,
}: Omit<Props, 'isOpen' | 'onToggle' | 'people'>) {
  const { t } = useTranslation('prompts')
  const [view, setView] = useState<View>(hasBefore ? 'changes' : 'whole')
  const text = textOf(version)
  const isWritten = isSameText(text, written)
  const views: View[] = hasBefore ? ['changes', 'form', 'whole'] : ['form', 'whole']
  return (
    <>
      <div className={styles['bar']}>
        <SegmentedControl
          size="xs"
          aria-label={t('versions.view', { version: version.version })}
          value={view}
          // Mantine returns one of the values it was given.
          onChange={(next) => setView(next as View)}
          data={views.map((value) => ({ value, label: t(`versions.views.${value}`) }))}
        />
        <Button
          size="compact-xs"
          variant="default"
          disabled={isWritten}
          aria-label={t('versions.restoreOne', { version: version.version })}
          onClick={onRestore}
        >
          {t('versions.restore')}
        </Button>
      </div>
      {isWritten ? <p className={styles['note']}>{t('versions.isWritten')}</p> : null}
      {view === 'whole' ? <Whole text={text} /> : null}
      {view === 'form' ? (
        <>
          <p className={styles['note']}>{t('versions.formAbout')}</p>
          <Compared before={written} after={text} />
        </>
      ) : null}
      {view === 'changes' && before ? <Compared before={textOf(before)} after={text} /> : null}
      {view === 'changes' && !before ? (
        <p className={styles['note']}>{t('versions.beforeNotLoaded')}</p>
      ) : null}
    </>
  )
}
