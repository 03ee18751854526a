import { useEffect, useRef, useState } from 'react'
import { saveNotes, useKeepNotes, type Written } from './queries.ts'
import type { ContentRef } from '../../api/types.ts'

/** Null until something has changed. */
export type DraftState = 'saved' | 'saving' | 'failed' | null

const pauseMs = 700

/** Notes being edited: saved after a pause in typing and when the screen is left. */
export function useDraft(contentRef: ContentRef, stored: Written) {
  const [draft, setDraft] = useState<Written>({
    text: stored.text,
    markers: stored.markers,
    line_times: stored.line_times ?? [],
  })
  const [state, setState] = useState<DraftState>(null)
  const [error, setError] = useState<unknown>(null)
  const keep = useKeepNotes(contentRef)
  const newest = useRef(draft)
  const save = async () => {
    const written = newest.current
    setState('saving')
    try {
      keep(await saveNotes(contentRef, written))
      // Anything typed in the meantime is saved after the next pause.
      if (newest.current === written) setState('saved')
    } catch (failure) {
      setError(failure)
      setState('failed')
    }
  }
  const later = useAfterPause(() => void save())
  return {
    draft,
    state,
    error,
    saveAgain: () => void save(),
    change: (part: Partial<Written>) => {
      newest.current = { ...newest.current, ...part }
      setDraft(newest.current)
      setState('saving')
      later()
    },
  }
}

type Waiting = { timer?: ReturnType<typeof setTimeout>; act?: () => void }

/** A debounced `act`: runs after a short pause without calls, or when the screen is left. */
function useAfterPause(act: () => void): () => void {
  const waiting = useRef<Waiting>({})
  useEffect(() => {
    const { current } = waiting
    return () => run(current)
  }, [])
  return () => {
    clearTimeout(waiting.current.timer)
    waiting.current.act = act
    waiting.current.timer = setTimeout(() => run(waiting.current), pauseMs)
  }
}

function run(waiting: Waiting): void {
  clearTimeout(waiting.timer)
  const { act } = waiting
  delete waiting.act
  act?.()
}
