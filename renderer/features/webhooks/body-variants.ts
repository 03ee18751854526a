import { isRecord } from '../../ui/is-record.ts'

type Variant = { code: VariantCode; body: string }
type VariantCode =
  | 'body_newline'
  | 'body_line_ends'
  | 'body_blanks'
  | 'body_written_again'
  | 'body_reordered'
  | 'body_quoted'
  | 'body_base64'

// The order of fields in the service's events, which contain no whitespace.
const order = ['id', 'event', 'api_version', 'created_at', 'organization_id', 'project_id']
const last = ['data', 'links']

/** Bodies that may have been sent if this one arrived, given what usually happens in transit. */
export function variantsOf(body: string): Variant[] {
  const parsed = parseJson(body.trim())
  const variants: (Variant | null)[] = [
    { code: 'body_newline', body: body.replace(/\r?\n$/, '') },
    { code: 'body_line_ends', body: body.replaceAll('\r\n', '\n') },
    { code: 'body_blanks', body: body.trim() },
    typeof parsed === 'string' ? { code: 'body_quoted', body: parsed } : null,
    isRecord(parsed) ? { code: 'body_written_again', body: JSON.stringify(parsed) } : null,
    isRecord(parsed) ? { code: 'body_reordered', body: JSON.stringify(inOrder(parsed)) } : null,
    decodedFrom(body.trim()),
  ]
  return variants.filter((one) => one !== null).filter((one) => one.body !== body)
}

/** Whether another program has visibly re-serialized this JSON. */
export function looksWrittenAgain(body: string): boolean {
  const parsed = parseJson(body)
  return isRecord(parsed) && JSON.stringify(inOrder(parsed)) !== body
}

/** Whether two texts contain the same JSON, regardless of field order. */
export function holdSame(one: string, other: string): boolean {
  const [first, second] = [parseJson(one), parseJson(other)]
  return isRecord(first) && isRecord(second) && canonical(first) === canonical(second)
}

/** The parsed JSON, or undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function inOrder(event: Record<string, unknown>): Record<string, unknown> {
  const rest = Object.keys(event).filter((key) => !order.includes(key) && !last.includes(key))
  const keys = [...order, ...rest, ...last].filter((key) => key in event)
  return Object.fromEntries(keys.map((key) => [key, event[key]]))
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

function decodedFrom(text: string): Variant | null {
  if (!/^[A-Za-z0-9+/]{16,}={0,2}$/.test(text)) return null
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    return { code: 'body_base64', body: new TextDecoder().decode(bytes) }
  } catch {
    return null
  }
}
