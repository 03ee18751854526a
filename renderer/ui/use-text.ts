import { useState } from 'react'

/** Text being edited, which follows the address when that changes. */
export function useText(outside = ''): [string, (text: string) => void] {
  const [text, setText] = useState(outside)
  const [seen, setSeen] = useState(outside)
  if (seen !== outside) {
    setSeen(outside)
    setText(outside)
  }
  return [text, setText]
}
