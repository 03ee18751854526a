import { useEffect, useRef, type RefObject } from 'react'

/**
 * Scrolls a waveform wider than its frame by a page when the playback position leaves the view,
 * unless the person has scrolled elsewhere.
 * @param share of the recording already played, 0 to 1
 */
export function useFollowedScroll(
  frame: RefObject<HTMLElement | null>,
  share: number,
  zoom: number,
): void {
  const seen = useRef({ share, zoom })
  useEffect(() => {
    const element = frame.current
    if (!element || zoom <= 1) {
      seen.current = { share, zoom }
      return
    }
    const { scrollLeft, clientWidth, scrollWidth } = element
    const isIn = (at: number) => at >= scrollLeft && at <= scrollLeft + clientWidth
    const before = seen.current
    const hasZoomed = before.zoom !== zoom
    const wasIn = isIn(before.share * scrollWidth)
    const at = share * scrollWidth
    if (hasZoomed) element.scrollTo({ left: at - clientWidth / 2 })
    else if (wasIn && !isIn(at)) element.scrollTo({ left: at - clientWidth * 0.1 })
    seen.current = { share, zoom }
  }, [frame, share, zoom])
}
