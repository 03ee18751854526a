import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { gridAction, type GridAction } from './grid-keys.ts'
import { chooseAll, extend, nothing, toggle, type Selection } from './selection.ts'
import type { LibraryRow } from './row-store.ts'

export type GridProps = {
  ids: readonly string[]
  row: (id: string) => LibraryRow | undefined
  /** Called with the ids of rows in or near the viewport. */
  onLook: (ids: readonly string[]) => void
  selection: Selection
  onSelect: (selection: Selection) => void
  onOpen: (id: string) => void
  onDelete: () => void
}

export type Point = (index: number, how: 'here' | 'toggle' | 'range') => void

const rowHeight = 84
const near = 12

/** State of the grid: the rendered rows, the focused row, and what keys and pointer do. */
export function useGrid(props: GridProps) {
  const { ids, onLook, selection, onSelect } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useActive(ids)
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized here
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: near,
    getItemKey: (index) => ids[index] ?? index,
    rangeExtractor: (range) => withActive(range, active),
  })
  const drawn = rows.getVirtualItems()
  const looked = drawn.flatMap(({ index }) => ids[index] ?? [])
  const look = useEffectEvent(() => onLook(looked))
  const lookedKey = looked.join()
  useEffect(() => look(), [lookedKey])
  const focusOn = useRowFocus(scroller, (index) => {
    rows.scrollToIndex(index, { align: 'auto' })
    setActive(index)
  })
  const choose = (from: number, to: number) => {
    const [first, last] = [ids[from], ids[to]]
    if (first && last) onSelect(extend(selection, ids, { from: first, to: last }))
  }
  const act = (action: GridAction) => {
    const here = ids[active]
    if (action.do === 'move') {
      if (action.isRange) choose(active, action.index)
      focusOn(action.index)
    } else if (action.do === 'all') onSelect(chooseAll(ids))
    else if (action.do === 'none') onSelect(nothing)
    else if (action.do === 'delete') props.onDelete()
    else if (here) {
      if (action.do === 'toggle') onSelect(toggle(selection, here))
      else props.onOpen(here)
    }
  }
  const press = (event: React.KeyboardEvent) => {
    if (!isOnRow(event.target)) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const action = gridAction(event, { index: active, count: ids.length, page })
    if (!action) return
    event.preventDefault()
    act(action)
  }
  const point = useLatest((index, how) => {
    setActive(index)
    const id = ids[index]
    if (how === 'toggle' && id) onSelect(toggle(selection, id))
    if (how === 'range') choose(active, index)
  })
  return { scroller, drawn, height: rows.getTotalSize(), active, press, point }
}

/** The row that keys act on: it stays on the same recording when others are added or removed. */
function useActive(ids: readonly string[]): [number, (index: number) => void] {
  const [focus, setFocus] = useState<{ id: string | null; index: number }>({ id: null, index: 0 })
  const found = focus.id === null ? -1 : ids.indexOf(focus.id)
  const index = found === -1 ? Math.min(focus.index, Math.max(0, ids.length - 1)) : found
  return [index, (next) => setFocus({ id: ids[next] ?? null, index: next })]
}

/** Moves the focus to a row, which may first have to be scrolled into view and rendered. */
function useRowFocus(
  scroller: React.RefObject<HTMLDivElement | null>,
  show: (index: number) => void,
): (index: number) => void {
  const waiting = useRef<number | null>(null)
  // Run after each render: the row may be there now.
  useEffect(() => {
    if (waiting.current === null) return
    const selector = `[data-index="${waiting.current}"] [data-focus]`
    const target = scroller.current?.querySelector<HTMLElement>(selector)
    if (!target || !mayHaveFocus(scroller.current)) return
    target.focus({ preventScroll: true })
    // A placeholder row will be replaced and lose the focus, so keep waiting for the real one.
    if (target instanceof HTMLAnchorElement) waiting.current = null
  })
  return (index) => {
    waiting.current = index
    show(index)
  }
}

/** False if the person has moved the focus elsewhere in the meantime. */
const mayHaveFocus = (list: Element | null): boolean =>
  document.activeElement === document.body || list?.contains(document.activeElement) === true

/** A stable function that calls the latest version, so rows need not re-render. */
function useLatest(newest: Point): Point {
  const held = useRef(newest)
  useEffect(() => {
    held.current = newest
  })
  return useCallback((index, how) => held.current(index, how), [])
}

const isOnRow = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[data-index]') !== null

/** Keeps the focused row rendered out of view; otherwise the focus would be lost. */
function withActive(range: Range, active: number): number[] {
  const shown = defaultRangeExtractor(range)
  if (active >= range.count || shown.includes(active)) return shown
  return [...shown, active].toSorted((one, two) => one - two)
}
