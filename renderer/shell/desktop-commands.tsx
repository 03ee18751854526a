import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { openPalette } from '../ui/commands.ts'
import { openShortcuts } from '../ui/shortcuts.ts'
import { useImport } from './use-import.ts'

/**
 * Carries out what the desktop's menu and tray ask for, and opens what its links and notifications
 * name. Record and stop are the recorder's own (pages/record-frame.tsx).
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
        // The shell has checked it; to the router it is an address like a pasted one.
        window.location.hash = `#${path}`
      }),
    [],
  )
  return null
}
