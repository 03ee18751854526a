import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFailure } from '../../api/failure.ts'
import { announce } from '../../ui/announcer.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { FailureState, LoadingRows } from '../../ui/states.tsx'
import type { PromptVersion } from 'earshot/client'
import { usePromptVersions } from './queries.ts'
import { VersionItem } from './version-item.tsx'
import { isSameText, textOf, type PromptText } from './version-text.ts'
import styles from './versions.module.css'

type Props = {
  promptId: string
  /** Members' names by id. */
  people: ReadonlyMap<string, string>
  /** The current content of the form. */
  written: PromptText
  onRestore: (text: PromptText) => void
  /** Reports whether a confirmation is open. */
  onAsking: (isAsking: boolean) => void
}

/** Every version of a prompt: see what changed, read it in full, or put it back into the form. */
export function PromptVersions(props: Props) {
  const { t } = useTranslation('prompts')
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a value here, which is not a clean-up function.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} aria-labelledby="versions-title">
      <h3 id="versions-title">{t('versions.title')}</h3>
      <p className={styles['about']}>{t('versions.about')}</p>
      <List {...props} />
    </section>
  )
}

function List({ promptId, people, written, onRestore, onAsking }: Props) {
  const { t } = useTranslation('prompts')
  const { items, error, hasMore, isLoadingMore, loadMore, retry } = usePromptVersions(promptId)
  const [open, setOpen] = useState<number | null | undefined>(undefined)
  const [asked, setAsked] = useState<PromptVersion | null>(null)
  if (error) {
    const { message, code } = asFailure(error)
    return <FailureState title={t('versions.failed')} cause={message} code={code} onRetry={retry} />
  }
  if (!items) return <LoadingRows rows={3} label={t('versions.loading')} />
  const ask = (version: PromptVersion | null) => {
    setAsked(version)
    onAsking(version !== null)
  }
  const restore = (version: PromptVersion) => {
    ask(null)
    onRestore(textOf(version))
    announce(t('versions.restored', { version: version.version }))
  }
  // Text kept as a version can be restored; anything else would be lost.
  const isKept = items.some((one) => isSameText(textOf(one), written))
  const shown = open === undefined ? items[0]?.version : open
  return (
    <>
      <ul aria-label={t('versions.title')} className={styles['list']}>
        {items.map((version, at) => (
          <VersionItem
            key={version.version}
            version={version}
            before={items[at + 1]}
            hasBefore={at + 1 < items.length || hasMore}
            people={people}
            written={written}
            isOpen={shown === version.version}
            onToggle={() => setOpen(shown === version.version ? null : version.version)}
            onRestore={() => (isKept ? restore(version) : ask(version))}
          />
        ))}
      </ul>
      <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onMore={loadMore} />
      {asked ? (
        <ConfirmDialog
          isOpen
          title={t('versions.replaceTitle')}
          confirmLabel={t('versions.replace')}
          cancelLabel={t('leave.stay')}
          isBusy={false}
          onConfirm={() => restore(asked)}
          onClose={() => ask(null)}
        >
          {t('versions.replaceAbout')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
