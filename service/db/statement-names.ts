/**
 * Names for the statements that are asked again and again: PostgreSQL parses and plans those once,
 * which is most of what a small statement costs.
 */
export type StatementNames = {
  /** Null for a text that is new, or that there is no room for. */
  nameOf: (text: string) => string | null
}

/** Each prepared statement keeps its plan in the database's memory: 30 to 100 kB. */
const mostNames = 300
/** Texts seen once; lists of values have a text for each length. */
const mostSeen = 1000
/** In characters. A longer text is made for one use. */
const longestText = 5000

/** For one connection, to which the prepared statements belong. */
export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const seen = new Set<string>()
  return {
    nameOf: (text) => {
      const known = names.get(text)
      if (known !== undefined) return known
      if (names.size >= mostNames || text.length > longestText) return null
      if (seen.delete(text)) {
        const name = `s${names.size}`
        names.set(text, name)
        return name
      }
      if (seen.size >= mostSeen) seen.clear()
      seen.add(text)
      return null
    },
  }
}
