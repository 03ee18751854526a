import { useEffect } from 'react'
import { isUnderWay, useUploads } from './upload-store.ts'

/** Asks before the window closes during an upload, and keeps drops from replacing the page. */
export function UploadLeaveGuard() {
  const isBusy = useUploads(({ uploads }) => uploads.some(isUnderWay))
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
  useEffect(() => {
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
  return null
}

/** On screens that accept no files, the browser would open a dropped file in place of the page. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
