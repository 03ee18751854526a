/**
 * Text as it is given to full-text search, and queries likewise. Scripts that put no spaces between
 * words are cut into pairs of characters: 会议纪要 becomes 会议 议纪 纪要 要, and a query for 纪要 finds its
 * pair. Trigrams would miss such two-character words, which are the usual ones.
 */
import { findSpaced, fold, joinSpaced } from './fold.ts'
import { findCodes, findForms, joinForms } from './written-forms.ts'

const scripts = ['Han', 'Hira', 'Kana', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
const script = `[${scripts.map((name) => `\\p{sc=${name}}`).join('')}ー々]`
const unspaced = new RegExp(`(?:${script}\\p{M}*)+`, 'gu')
const character = /\P{M}\p{M}*/gu

export type Words = {
  /** The query as it was typed, in one composed form. */
  typed: string
  /** What websearch_to_tsquery is given. */
  text: string
  /** The same with numbers joined that stand apart by spaces (1 000), and other forms likewise; null where there are none. */
  joined: string | null
  /** Whether the last word may be the beginning of a longer one. */
  isTyping: boolean
  /** Runs of unspaced script, to be marked wherever they stand. */
  runs: string[]
  /** The words as typed, without operators. */
  plain: string[]
}

/** One composed form, without NUL, which the database cannot hold. */
export const normalize = (text: string): string => text.replaceAll('\0', ' ').normalize('NFC')

/** A text for the index, whose scripts without spaces the database cuts into pairs (ask_text in 0015-ask.sql). */
export const toSpokenText = (text: string): string => withForms(text, findForms)

function withForms(text: string, find: (folded: string) => string[]): string {
  const folded = breakUp(fold(normalize(text)))
  // At the end, so that the words of a phrase stay beside each other.
  return [folded, ...findSpaced(folded), ...find(folded)].join(' ')
}

/** A word of a question, in the one form that the index has of all its forms. */
export const toAskedText = (word: string): string => breakUp(joinForms(fold(normalize(word))))

/** A text for the index. */
export const toIndexText = (text: string): string => toPairs(toSpokenText(text))

const toPairs = (text: string): string =>
  text.replaceAll(unspaced, (run) => ` ${[...pairs(run), lastOf(run)].join(' ')} `)

/**
 * PostgreSQL reads a word with hyphens, slashes or dots as a whole and in its parts: the longer it is, the longer each of
 * them takes. Choice: nothing that is said or written for people has longer ones, or so many signs in a row.
 */
const breakUp = (text: string): string =>
  text.replaceAll(signs, ' ').replaceAll(endless, (part) => `${part} `)
const signs = /[^\p{L}\p{N}\p{M}\s]{20,500}/gu
const endless = new RegExp(`[^\\s${script.slice(1)}{200}`, 'gu')

/** A filename for the index: whole, and with its parts as words of their own. */
export const toIndexName = (filename: string): string =>
  toPairs(withForms(`${filename} ${filename.replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')}`, findCodes))

/** Reads a query as people type it: words, "phrases", OR and -not. */
export function readWords(query: string): Words {
  const typed = normalize(query).trim()
  const folded = fold(typed)
  const parts = folded.split('"')
  const joined = joinForms(joinSpaced(folded))
  const last = /\S+$/.exec(typed)?.[0] ?? ''
  return {
    typed,
    text: toQueryText(folded),
    joined: joined === folded ? null : toQueryText(joined),
    isTyping: parts.length % 2 === 1 && !last.startsWith('-') && isWordStart(last),
    runs: typed.match(unspaced) ?? [],
    plain: joined.replaceAll(unspaced, ' ').match(/[\p{L}\p{N}\p{M}]+/gu) ?? [],
  }
}

const toQueryText = (query: string): string =>
  query
    .split('"')
    .map((between, index) => {
      const isPhrase = index % 2 === 1
      // PostgreSQL reads each of several hyphens as one more “not”, and has room for some dozens.
      const part = isPhrase ? between : between.replaceAll(hyphens, '$1-')
      return part.replaceAll(unspaced, (run: string, at: number) => {
        const words = pairs(run).join(' ') || run
        // Inside quotes the pairs are part of that phrase; elsewhere they are one of their own.
        if (isPhrase) return ` ${words} `
        const phrase = words.includes(' ') ? `"${words}"` : words
        return part.charAt(at - 1) === '-' ? `${phrase} ` : ` ${phrase} `
      })
    })
    .join('"')
/** Before a word, also with signs in between that PostgreSQL passes over. */
const hyphens = /(^|[\s!&|()])-(?:[\s!&|()]*-)+/g

// A single letter begins too many words to be of use; a character of an unspaced script does not.
const isWordStart = (last: string): boolean =>
  /[\p{L}\p{N}\p{M}]{2}$/u.test(last) || new RegExp(`${script}\\p{M}*$`, 'u').test(last)

function pairs(run: string): string[] {
  const units = run.match(character) ?? []
  return units.slice(1).map((unit, index) => `${units[index] ?? ''}${unit}`)
}

const lastOf = (run: string): string => run.match(character)?.at(-1) ?? ''
