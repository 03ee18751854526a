import { useLayoutEffect, useRef, type ReactNode } from 'react'
import styles from './toolbar.module.css'

type Props = { label: string; className?: string | undefined; children: ReactNode }

/**
 * Controls that are one stop of the Tab key: arrow keys, Home and End go from one to another. A text field inside,
 * whose arrow keys are its own, stays a stop of its own. The first stop is the control with `data-first`; those
 * with `data-short` have an icon, which is all of them in a small window.
 */
export function Toolbar({ label, className, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const current = useRef<HTMLElement | null>(null)
  const settle = () => {
    const all = controlsIn(bar.current)
    const stop =
      all.find((one) => one === current.current) ??
      all.find((one) => one.hasAttribute('data-first')) ??
      all[0]
    for (const one of all) one.tabIndex = one === stop ? 0 : -1
  }
  // After each render: controls come and go with what they are for.
  useLayoutEffect(settle)
  const press = (event: React.KeyboardEvent) => {
    const all = controlsIn(bar.current)
    const at = all.findIndex((one) => one === event.target)
    const to = at === -1 ? undefined : all[next(event.key, at, all.length)]
    if (!to) return
    event.preventDefault()
    to.focus()
  }
  return (
    // Its controls have the focus.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={`${styles['bar']} ${className ?? ''}`}
      onKeyDown={press}
      onFocus={({ target }) => {
        if (!controlsIn(bar.current).includes(target)) return
        current.current = target
        settle()
      }}
    >
      {children}
    </div>
  )
}

/** What a field holds, such as a button to empty it, goes with the field. */
const controlsIn = (bar: HTMLElement | null): HTMLElement[] =>
  [
    ...(bar?.querySelectorAll<HTMLElement>('button:enabled, a[href], input[type="checkbox"]') ??
      []),
  ].filter((one) => !one.closest('[data-own-stop]'))

/** The place that a key leads to; -1 where it leads nowhere. */
function next(key: string, at: number, count: number): number {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
