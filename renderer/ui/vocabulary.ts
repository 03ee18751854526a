// A vocabulary as text: one term per line, followed by a colon and its misspellings.

export type Term = { term: string; heard_as: string[] }

/**
 * `Kubernetes: cuber netes, cooper nettis` → the term with two spellings; blank lines are ignored.
 */
export function parseTerms(text: string): Term[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^[\s•*–-]+/, '').trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.search(/[:;\t]|=>|→/)
      const term = at < 0 ? line : line.slice(0, at)
      const spellings = at < 0 ? '' : line.slice(at).replace(/^(?:=>|[:;\t→])/, '')
      return { term: term.trim(), heard_as: parseSpellings(spellings) }
    })
    .filter(({ term }) => term !== '')
}

/** `cuber netes, cooper nettis` → two spellings. */
export const parseSpellings = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Merges two lists; details of a term in both are combined, ignoring case. */
export function mergeTerms(before: readonly Term[], added: readonly Term[]): Term[] {
  const all = new Map<string, Term>()
  for (const { term, heard_as: spellings } of [...before, ...added]) {
    const key = term.toLowerCase()
    const known = all.get(key)
    all.set(key, {
      term: known?.term ?? term,
      heard_as: [...new Set([...(known?.heard_as ?? []), ...spellings])],
    })
  }
  return [...all.values()]
}
