import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { openPalette } from '../ui/commands.ts'
import { openShortcuts } from '../ui/shortcuts.ts'
import { useImport } from './use-import.ts'

/**
 * Runs commands from the desktop's menu and tray, and opens pages from its links and notifications.
 * The recorder itself handles record and stop (pages/record-frame.tsx).
 */
export function DesktopCommands() {
  const navigate = useNavigate()
  const importFiles = useImport()
  useEffect(
    () =>
      bridge().onCommand?.((command) => {
        if (command === 'search') openPalette()
        if (command === 'import') importFiles()
        if (command === 'queue') void navigate({ to: '/queue' })
        if (command === 'settings') void navigate({ to: '/settings' })
        if (command === 'keys') openShortcuts()
        if (command === 'about') void navigate({ to: '/settings', search: { section: 'about' } })
      }),
    [navigate, importFiles],
  )
  useEffect(
    () =>
      bridge().onOpenPage?.((path) => {
        // The shell has validated it; the router treats it like a pasted address.
        window.location.hash = `#${path}`
      }),
    [],
  )
  return null
}
