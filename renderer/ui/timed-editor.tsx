import { useEffect, useRef, type ChangeEvent } from 'react'
import { formatClock } from './format.ts'
import { retime, type TimedText } from './line-times.ts'
import styles from './timed-editor.module.css'

type Props = {
  label: string
  placeholder: string
  value: TimedText
  /** The time of lines that are begun now; null if there is none. */
  now: () => number | null
  onChange: (value: TimedText) => void
  /** Puts the caret at the end once it is shown. */
  isFocused?: boolean
  /** Small and with a border, for a panel. */
  isCompact?: boolean
  /** False leaves no room for times where there are none. */
  isTimed?: boolean
}

/** Plain text, with the time of each line beside it; as high as its text. */
export function TimedEditor(props: Props) {
  const { label, placeholder, value, now, onChange, isFocused = false } = props
  const { isTimed = true, isCompact = false } = props
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    if (!isFocused || !current) return
    current.focus({ preventScroll: true })
    current.setSelectionRange(current.value.length, current.value.length)
  }, [isFocused])
  const change = ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
    const { value: text, selectionEnd } = currentTarget
    onChange({ text, times: retime(value, text, now(), selectionEnd) })
  }
  return (
    <div className={styles['editor']} data-timed={isTimed} data-compact={isCompact}>
      <Gutter {...value} />
      <textarea
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        maxLength={20_000}
        spellCheck
        className={styles['field']}
        value={value.text}
        onChange={change}
      />
    </div>
  )
}

/** The same lines in the same width: each is as high as in the field, and so its time is beside it. */
function Gutter({ text, times }: TimedText) {
  return (
    <div aria-hidden="true" className={styles['gutter']}>
      {text.split('\n').map((line, at) => (
        <div key={at} className={styles['line']}>
          <time className={styles['time']}>{clockOf(times[at])}</time>
          {/* A line without characters would have no height. */}
          <span className={styles['text']}>{line || '\u200B'}</span>
        </div>
      ))}
    </div>
  )
}

const clockOf = (time: number | null | undefined) => (time == null ? null : formatClock(time))
