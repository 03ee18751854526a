import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { UploadLeaveGuard } from '../features/content/upload-leave-guard.tsx'
import { RecorderFrame } from '../pages/record-frame.tsx'
import { useSession } from '../session-store.ts'
import { noteVisit } from '../features/palette/recent.ts'
import { announce } from '../ui/announcer.ts'
import styles from './app-shell.module.css'
import { UndoNote } from '../ui/undo-note.tsx'
import { DesktopCommands } from './desktop-commands.tsx'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { Sidebar } from './sidebar.tsx'
import { useShellCommands } from './use-shell-commands.ts'

/**
 * The frame of every screen: skip link, side bar, main. Moves the focus when the screen changes.
 */
export function AppShell() {
  const { t } = useTranslation('shell')
  const main = useRef<HTMLElement>(null)
  useShellCommands()
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  // The first steps stand alone: nothing else is there yet to go to.
  const isBare = useRouterState({
    select: ({ matches }) => matches.some(({ routeId }) => routeId === '/welcome'),
  })
  const before = useRef<string | undefined>(undefined)
  useEffect(() => {
    const isFirst = before.current === undefined
    if (path === before.current) return
    before.current = path
    if (path) noteVisit(path)
    if (isFirst) return
    // Keyboards and screen readers continue at the top of the new screen.
    main.current?.focus({ preventScroll: true })
    announce(document.title)
  }, [path])
  return (
    <div className={`${styles['shell']} ${isBare ? styles['bare'] : ''}`}>
      <a className={styles['skip']} href="#main" onClick={(event) => skip(event, main.current)}>
        {t('skip')}
      </a>
      {isBare ? null : <Sidebar />}
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        <SilenceNote />
        <RecorderFrame />
        <Outlet />
      </main>
      <div id="announcements" className="visually-hidden" aria-live="polite" />
      <UndoNote />
      <UploadLeaveGuard />
      <DesktopCommands />
      <ShortcutsHelp />
    </div>
  )
}

function skip(event: React.MouseEvent, main: HTMLElement | null) {
  event.preventDefault()
  main?.focus()
}

function SilenceNote() {
  const { t } = useTranslation('shell')
  const isSilent = useSession((state) => state.isSilent)
  return isSilent ? (
    <p role="alert" className={styles['silence']}>
      {t('silence')}
    </p>
  ) : null
}
