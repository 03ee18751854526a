import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { asksForHelp, openShortcuts, useShortcuts, useShortcutStore } from '../ui/shortcuts.ts'

const Dialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}))

/** On every screen, the question mark lists the shortcuts. */
export function ShortcutsHelp() {
  const { t } = useTranslation('shell')
  const isOpen = useShortcutStore((state) => state.isOpen)
  const everywhere = useMemo(
    () => [
      {
        title: t('shortcuts.everywhere'),
        keys: [
          { label: t('shortcuts.search'), names: ['Ctrl K'] },
          { label: t('shortcuts.record'), names: ['R'] },
          { label: t('shortcuts.help'), names: ['?'] },
          { label: t('shortcuts.close'), names: ['Esc'] },
        ],
      },
      {
        title: t('shortcuts.search'),
        keys: [
          { label: t('shortcuts.move'), names: ['↑', '↓'] },
          { label: t('shortcuts.choose'), names: ['Enter'] },
        ],
      },
    ],
    [t],
  )
  useShortcuts('everywhere', everywhere)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (!asksForHelp(event, target instanceof Element ? target : null)) return
      event.preventDefault()
      openShortcuts()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return isOpen ? (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  ) : null
}
