import { useEffect } from 'react'
import { isUnderWay, useUploads } from './upload-store.ts'

/** Lets the browser ask before the window closes on an unfinished upload. */
export function UploadLeaveGuard() {
  const isBusy = useUploads(({ uploads }) => uploads.some(isUnderWay))
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
  return null
}
