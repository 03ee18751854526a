import { useEffect } from 'react'
import { isUnderWay, useUploads } from './upload-store.ts'

/** Lets the browser ask before the window closes on an unfinished upload, or a drop replaces the page. */
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

/** Where no screen takes files, the browser would open them in place of the page. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
