/** Renders a search hit; only its mark tags are interpreted, everything else stays text. */
export function MarkedText({ source }: { source: string }) {
  return (
    <>
      {parseMarks(source).map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </>
  )
}

type MarkedPart = { text: string; isMarked: boolean }

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
}

/**
 * Splits a highlight (HTML-escaped text with `<mark>` around matched terms) into plain parts. Any
 * other tags come out as text: nothing is ever parsed as HTML.
 */
export function parseMarks(source: string): MarkedPart[] {
  const parts: MarkedPart[] = []
  let isMarked = false
  for (const token of source.split(/(<\/?mark>)/)) {
    if (token === '<mark>') isMarked = true
    else if (token === '</mark>') isMarked = false
    else if (token) parts.push({ text: unescape(token), isMarked })
  }
  return parts
}

const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity)
