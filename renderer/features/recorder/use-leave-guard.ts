import { useEffect } from 'react'
import { useRecorder } from './recorder-store.ts'

/** The browser asks before it leaves a page that records. */
export function useLeaveGuard(): void {
  const isBusy = useRecorder(({ phase }) => phase !== 'idle')
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
}
