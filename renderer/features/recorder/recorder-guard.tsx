import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { offerDrafts } from './drafts-store.ts'
import { isPlainKey } from './mark-key.ts'
import { useRecorder } from './recorder-store.ts'

/** On every screen: R opens the recorder, leaving while recording asks, drafts are offered. */
export function RecorderGuard() {
  const navigate = useNavigate()
  useLeaveGuard()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event, 'r')) return
      event.preventDefault()
      void navigate({ to: '/record' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
  useEffect(() => {
    const offer = () => {
      if (!document.hidden) void offerDrafts()
    }
    offer()
    const stop = new AbortController()
    window.addEventListener('focus', offer, stop)
    document.addEventListener('visibilitychange', offer, stop)
    return () => stop.abort()
  }, [])
  return null
}

/** Makes the browser ask before it leaves a page that is recording. */
export function useLeaveGuard(): void {
  const isBusy = useRecorder(({ phase }) => phase !== 'idle')
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
}
