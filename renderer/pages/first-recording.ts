import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { asFailure } from '../api/failure.ts'
import { uploadFile } from '../features/content/upload-file.ts'

/** Uploads the first recording like any other, then opens its page. */
export function useFirstRecording(toProject: () => Promise<string | null>) {
  const navigate = useNavigate()
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const add = async (choose: (signal: AbortSignal) => Promise<File>) => {
    const { signal } = (leaving.current = new AbortController())
    setFailure(null)
    setSent(0)
    try {
      const projectId = await toProject()
      if (projectId === null) return setSent(null)
      let contentId = ''
      const file = await choose(signal)
      await uploadFile(projectId, file, {
        signal,
        onCreated: (id) => (contentId = id),
        onProgress: (bytes) => setSent(file.size > 0 ? bytes / file.size : 0),
        onConfirming: () => setSent(1),
      })
      const params = { projectId, contentId }
      await navigate({ to: '/projects/$projectId/recordings/$contentId', params })
    } catch (error) {
      if (signal.aborted) return
      setSent(null)
      setFailure(asFailure(error).message)
    }
  }
  return {
    sent,
    failure,
    addSample: () => void add(fetchSample),
    addFile: (file: File) => void add(async () => file),
  }
}

/**
 * A call that we wrote ourselves: two synthetic voices, one on each side, 98 seconds of Opus in WebM
 * (`test/seed/sample-call.ts` makes it). It is served with the page and uploaded like any other file.
 */
async function fetchSample(signal: AbortSignal): Promise<File> {
  const response = await fetch(new URL('samples/sample-call.webm', document.baseURI), { signal })
  if (!response.ok) throw new Error(String(response.status))
  return new File([await response.blob()], 'Sample call.webm', { type: 'audio/webm' })
}
