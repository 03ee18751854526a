import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bridge } from '../bridge.ts'
import { openPalette } from '../ui/commands.ts'

/**
 * Carries out what the desktop's menu and tray ask for, and opens what its links and notifications
 * name. Record and stop are the recorder's own (pages/record-frame.tsx).
 */
export function DesktopCommands() {
  const navigate = useNavigate()
  useEffect(
    () =>
      bridge().onCommand?.((command) => {
        if (command === 'search') openPalette()
        if (command === 'import') void navigate({ to: '/projects' })
        if (command === 'queue') void navigate({ to: '/queue' })
        if (command === 'settings') void navigate({ to: '/settings' })
        if (command === 'about') void navigate({ to: '/settings', search: { section: 'about' } })
      }),
    [navigate],
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
