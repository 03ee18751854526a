import { useEffect, useEffectEvent, useState } from 'react'
import { ofChosen, ofDrop, type Gathered } from './gather-files.ts'

/** Accepts files dropped or pasted anywhere on the page; true while some are dragged over it. */
export function useDrop(onGathered: (gathered: Gathered) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent(onGathered)
  useEffect(() => {
    const stop = new AbortController()
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(name, listener, { signal: stop.signal })
    on('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return
      // Otherwise the browser opens the file in place of the page.
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    })
    on('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false)
    })
    on('drop', (event) => {
      setOver(false)
      if (!event.dataTransfer || !hasFiles(event.dataTransfer)) return
      event.preventDefault()
      void ofDrop(event.dataTransfer).then(take)
    })
    on('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      take(ofChosen(files))
    })
    return () => stop.abort()
  }, [])
  return isOver
}

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false
