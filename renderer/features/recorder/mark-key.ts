import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../i18n/i18n.ts'
import { announce } from '../../ui/announcer.ts'
import { formatClock } from '../../ui/format.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { addMarker, elapsedSeconds } from './recorder-store.ts'

/** Marks this moment and announces it. */
export function markNow(): void {
  addMarker()
  announce(i18n.t('recorder:live.marked', { time: formatClock(elapsedSeconds()) }))
}

/** M marks a moment, unless the focus is in a text field. */
export function useMarkKey(): void {
  const { t } = useTranslation('recorder')
  const told = useMemo(
    () => [{ title: t('keys.title'), keys: [{ label: t('keys.mark'), names: ['M'] }] }],
    [t],
  )
  useShortcuts('recorder', told)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event, 'm')) return
      event.preventDefault()
      markNow()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

const typing =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="listbox"]'

/** Whether this letter was pressed without modifiers, and not into a text field. */
export function isPlainKey(event: KeyboardEvent, letter: string): boolean {
  if (event.defaultPrevented || event.repeat || event.key.toLowerCase() !== letter) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  return !(event.target instanceof Element && event.target.closest(typing))
}
