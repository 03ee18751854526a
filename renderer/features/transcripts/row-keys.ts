import { useEffect, useEffectEvent, type KeyboardEvent } from 'react'
import type { Segment } from 'earshot/client'
import { activate, openDraft } from './edit-store.ts'

type List = {
  segments: readonly Segment[]
  canEdit: boolean
  show: (index: number) => void
}

/** Keys on a row: up, down, Home and End move to other rows, Enter and F2 edit it. */
export function rowKeys(event: KeyboardEvent, { segments, canEdit, show }: List): void {
  const { target, currentTarget, key } = event
  // Key events from a row's portalled menu bubble up to here, but are not for the list.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return
  const row = target.closest<HTMLElement>('[data-segment]')
  if (!row || target.closest('textarea') || event.ctrlKey || event.metaKey || event.altKey) return
  const index = Number(row.closest<HTMLElement>('[data-index]')?.dataset['index'])
  const segment = segments[index]
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: segments.length - 1 }[key]
  if (next !== undefined) {
    event.preventDefault()
    goTo(segments, next, show)
  } else if (canEdit && segment && (key === 'F2' || (key === 'Enter' && target === row))) {
    event.preventDefault()
    openDraft(segment.id, segment.text)
  }
}

/**
 * Up and down lead to this row as long as nothing on the screen has the focus: an opened recording is read
 * without a way by Tab. Screen readers stay where the screen begins.
 */
export function useWayToRows(
  index: number,
  { segments, show }: Pick<List, 'segments' | 'show'>,
): void {
  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const { target, key, defaultPrevented } = event
    if (defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return
    if (!(target instanceof Element) || !target.matches('body, main')) return
    event.preventDefault()
    goTo(segments, index, show)
  })
  useEffect(() => {
    window.addEventListener('keydown', enter)
    return () => window.removeEventListener('keydown', enter)
  }, [])
}

/** The row may not be rendered yet; making it active renders it, wherever it is. */
function goTo(segments: readonly Segment[], index: number, show: (index: number) => void): void {
  const id = segments[index]?.id
  if (id === undefined) return
  activate(id)
  show(index)
  // Focus at once if it is rendered, so even a fast next key starts from there.
  if (!focusRow(id)) requestAnimationFrame(() => focusRow(id))
}

/** Focuses a line; false if it is not rendered. */
export function focusRow(id: string): boolean {
  const row = document.querySelector<HTMLElement>(`[data-segment="${id}"]`)
  row?.focus({ preventScroll: true })
  return row !== null
}
