import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isPlainKey } from './plain-key.ts'
import { lookForKept, useRecorder } from './recorder-store.ts'

/** On every screen: R leads to a recording, leaving while one runs is asked about, kept ones are looked for. */
export function RecorderGuard() {
  const isBusy = useRecorder(({ phase }) => phase !== 'idle')
  const navigate = useNavigate()
  useEffect(() => {
    if (!isBusy) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isBusy])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event, 'r')) return
      event.preventDefault()
      void navigate({ to: '/record' })
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
  useEffect(() => void lookForKept(), [])
  return null
}
