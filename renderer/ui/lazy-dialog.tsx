import { useMounted } from '@mantine/hooks'
import { createElement, Suspense, useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part.ts'
import { useLoadLater } from './use-load-later.ts'

/**
 * A dialog outside of the first load: its code is fetched when idle, or when the dialog is first
 * opened. It then stays mounted, so its closing is animated.
 */
export function lazyDialog<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazyPart(load)
  // Mounted open, it would not know where to return the focus to.
  function Dialog(props: Props) {
    const isMounted = useMounted()
    return createElement(Part, { ...props, isOpen: props.isOpen && isMounted })
  }
  return function LazyDialog(props: Props) {
    const [isWanted, setWanted] = useState(props.isOpen)
    if (props.isOpen && !isWanted) setWanted(true)
    useLoadLater(load)
    return isWanted ? <Suspense fallback={null}>{createElement(Dialog, props)}</Suspense> : null
  }
}
