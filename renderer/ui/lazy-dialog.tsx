import { createElement, lazy, Suspense, useEffect, useState, type ComponentType } from 'react'

/** Late enough to take nothing from the first screen, early enough for the first click. */
const loadAfterMs = 2_000

/**
 * A dialog that is no part of the first load: its code is fetched when there is time, or when it is
 * first opened. It stays then, so that it can be seen to close.
 */
export function lazyDialog<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazy(async () => ({ default: await load() }))
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.isOpen)
    if (props.isOpen && !isWanted) setWanted(true)
    useEffect(() => {
      // Where it fails, opening the dialog tries again and says so.
      const timer = setTimeout(() => void load().catch(() => {}), loadAfterMs)
      return () => clearTimeout(timer)
    }, [])
    return isWanted ? <Suspense fallback={null}>{createElement(Dialog, props)}</Suspense> : null
  }
}
