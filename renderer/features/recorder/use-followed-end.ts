import { useLayoutEffect, useRef, useState } from 'react'

/** Nearer to the end than this, a reader is at the end. */
const nearPixels = 24

/** Keeps the end of growing text in sight, unless the person scrolled back in it. */
export function useFollowedEnd(...content: readonly unknown[]) {
  const box = useRef<HTMLDivElement>(null)
  const [isBehind, setBehind] = useState(false)
  const follow = () => {
    const { current } = box
    if (current) current.scrollTop = current.scrollHeight
    setBehind(false)
  }
  useLayoutEffect(() => {
    const { current } = box
    if (current && !isBehind) current.scrollTop = current.scrollHeight
    // The content is what this follows; whoever calls gives the same number of parts each time.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [...content, isBehind])
  const noteScroll = () => {
    const { current } = box
    if (!current) return
    const { scrollHeight, scrollTop, clientHeight } = current
    setBehind(scrollHeight - scrollTop - clientHeight > nearPixels)
  }
  return { box, isBehind, follow, noteScroll }
}
