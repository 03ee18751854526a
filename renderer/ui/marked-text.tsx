import { parseMarks } from './parse-marks.ts'

/** Text of a search hit; only its mark tags have a meaning, all else stays text. */
export function MarkedText({ source }: { source: string }) {
  return (
    <>
      {parseMarks(source).map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  )
}
