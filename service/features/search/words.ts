/**
 * Text as it is given to full-text search, and queries likewise. Scripts that put no spaces between
 * words are cut into pairs of characters: 会议纪要 becomes 会议 议纪 纪要 要, and a query for 纪要 finds its
 * pair. Trigrams would miss such two-character words, which are the usual ones.
 */
const scripts = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
const script = `[${scripts.map((name) => `\\p{sc=${name}}`).join('')}ー々]`
const unspaced = new RegExp(`(?:${script}\\p{M}*)+`, 'gu')
const character = /\P{M}\p{M}*/gu

export type Words = {
  /** The query as it was typed, in one composed form. */
  typed: string
  /** What websearch_to_tsquery is given. */
  text: string
  /** Whether the last word may be the beginning of a longer one. */
  isTyping: boolean
  /** Runs of unspaced script, to be marked wherever they stand. */
  runs: string[]
  /** The words as typed, without operators. */
  plain: string[]
}

/** One composed form, without NUL, which the database cannot hold. */
export const normalize = (text: string): string => text.replaceAll('\0', ' ').normalize('NFC')

/** A text for the index. */
export const toIndexText = (text: string): string =>
  normalize(text).replaceAll(unspaced, (run) => ` ${[...pairs(run), lastOf(run)].join(' ')} `)

/** A filename for the index: whole, and with its parts as words of their own. */
export const toIndexName = (filename: string): string =>
  toIndexText(`${filename} ${filename.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')}`)

/** Reads a query as people type it: words, "phrases", OR and -not. */
export function readWords(query: string): Words {
  const typed = normalize(query).trim()
  const parts = typed.split('"')
  const text = parts
    .map((part, index) =>
      part.replaceAll(unspaced, (run: string, at: number) => {
        const words = pairs(run).join(' ') || run
        // Inside quotes the pairs are part of that phrase; elsewhere they are one of their own.
        if (index % 2 === 1) return ` ${words} `
        const phrase = words.includes(' ') ? `"${words}"` : words
        return part.charAt(at - 1) === '-' ? `${phrase} ` : ` ${phrase} `
      }),
    )
    .join('"')
  const last = /\S+$/.exec(typed)?.[0] ?? ''
  return {
    typed,
    text,
    isTyping: parts.length % 2 === 1 && !last.startsWith('-') && isWordStart(last),
    runs: typed.match(unspaced) ?? [],
    plain: typed.replaceAll(unspaced, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  }
}

// A single letter begins too many words to be of use; a character of an unspaced script does not.
const isWordStart = (last: string): boolean =>
  /[\p{L}\p{N}\p{M}]{2}$/u.test(last) || new RegExp(`${script}\\p{M}*$`, 'u').test(last)

function pairs(run: string): string[] {
  const units = run.match(character) ?? []
  return units.slice(1).map((unit, index) => `${units[index] ?? ''}${unit}`)
}

const lastOf = (run: string): string => run.match(character)?.at(-1) ?? ''
