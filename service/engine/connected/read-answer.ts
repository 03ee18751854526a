/** Finds the JSON object in what a model wrote: around it may be thoughts, fences and small talk. */
import { jsonrepair } from 'jsonrepair'

/** Undefined if there is no object, or one too damaged to complete. */
export function readAnswer(text: string): unknown {
  const answer = text.replace(/^[\s\S]*<\/think(?:ing)?>/u, '')
  const { whole, brokenOff } = objectsOf(answer)
  for (const read of [parse, parseRepaired]) {
    const value = whole.map(read).find((each) => each !== undefined)
    if (value !== undefined) return value
  }
  return brokenOff === null ? undefined : completed(brokenOff)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Small models leave a comma at the end of a list, break a line within a text, or take the marks of prose. */
function parseRepaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text))
  } catch {
    return undefined
  }
}

/** Choice: small talk holds no more braces than that. */
const mostObjects = 20

/** What stands between braces that belong together, in prose too, and the last part where its brace has no other. */
function objectsOf(text: string): { whole: string[]; brokenOff: string | null } {
  const whole: string[] = []
  let start = text.indexOf('{')
  while (start >= 0 && whole.length < mostObjects) {
    const end = endOfObject(text, start)
    if (end === null) return { whole, brokenOff: text.slice(start) }
    whole.push(text.slice(start, end))
    start = text.indexOf('{', end)
  }
  return { whole, brokenOff: null }
}

/** Position after the closing brace of the object that starts here; null if it has none. */
function endOfObject(text: string, start: number): number | null {
  const { open, endedAt } = scan(text.slice(start))
  return open.length === 0 && endedAt !== null ? start + endedAt : null
}

type Scan = {
  /** The closing brackets that are still due, innermost last. */
  open: string[]
  isInText: boolean
  /** Position after the outermost closing bracket. */
  endedAt: number | null
  /** Position of the last comma or opening bracket outside a text, where a cut loses least. */
  lastBreak: number
}

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

function scan(text: string): Scan {
  const state: Scan = { open: [], isInText: false, endedAt: null, lastBreak: 0 }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (state.isInText) {
      if (character === '\\') at += 1
      else if (character === '"') state.isInText = false
      continue
    }
    const closer = closers[character]
    if (character === '"') state.isInText = true
    else if (closer) state.open.push(closer)
    else if (character === state.open.at(-1)) state.open.pop()
    if (closer) state.lastBreak = at + 1
    else if (character === ',') state.lastBreak = at
    if (state.open.length === 0) return { ...state, endedAt: at + 1 }
  }
  return state
}

/** Closes an answer that ran out of tokens: as it stands, or without its last, unfinished part. */
function completed(text: string): unknown {
  const { open, isInText, lastBreak } = scan(text)
  const asItStands = (isInText ? `${text.replace(/\\+$/u, '')}"` : text) + closing(open)
  const value = parse(asItStands)
  if (value !== undefined) return value
  const kept = text.slice(0, lastBreak)
  return parse(kept + closing(scan(kept).open))
}

const closing = (open: readonly string[]): string => open.toReversed().join('')
