// What a text is about, as a weighted set of word stems: the form in which texts are compared.
import { memoize } from '../../core/memoize.ts'
import { functionWords, wordSet } from '../../engine/extractive/words.ts'
import { englishStem } from '../../engine/stem.ts'

/** `id` counts the terms of one `createTerms`, from 0. */
export type Term = { id: number; term: string; weight: number }
/** `key` is the same for texts with the same terms. Never empty, whatever the text. */
export type Terms = { key: string; list: readonly Term[] }
export type TermsOf = (text: string) => Terms

/** Choice: what any theme may be called a "… model" or "… question" of counts half. */
const lightWords = wordSet(`
  model plan process strategy structure discussion issue problem question concern topic
  overview detail update option term matter approach change information need situation
  status aspect talk request new current general overall main key future possible potential
  next various general`)
const lightWeight = 0.5

/** They turn a claim around, so they are no function words here. */
const negations = wordSet('no not never without')

/** Articles, prepositions and particles of languages whose themes may carry some. */
const foreignWords = wordSet(`
  el la los las un una unos unas de del y en con por para le les des du une et au aux dans pour
  avec der die das den dem des ein eine einer und von zu mit für il lo gli i di della del dei e
  per o os as da do dos um uma em の と に を が は へ で や`)

/** The stemmer would take these for others: marketing for market, organization for organ. */
const wholeWords = wordSet(`
  marketing organization organizations university universities universe engineering general
  generic policy policies police news`)

type Word = { stem: string; isTelling: boolean }

/** Choice: so many words are remembered from one time to the next, 4 MB; ten thousand meetings have fewer. */
const mostWords = 30_000

const readWord = memoize(mostWords, (word: string): Word => {
  return { stem: stemOf(word), isTelling: negations.has(word) || !isEmptyWord(word) }
})

/** Reads texts in the English stems of their words; words of other scripts stay as they are. */
export function createTerms(): TermsOf {
  const light = new Set([...lightWords].map(stemOf))
  const terms = new Map<string, Term>()
  const toTerm = (term: string): Term => {
    const known = terms.get(term)
    if (known) return known
    const made = { id: terms.size, term, weight: light.has(term) ? lightWeight : 1 }
    terms.set(term, made)
    return made
  }
  return (text) => {
    const [telling, other] = [new Set<string>(), new Set<string>()]
    for (const word of wordsOf(text)) {
      const { stem, isTelling } = readWord(word)
      ;(isTelling ? telling : other).add(stem)
    }
    const stems = telling.size > 0 ? telling : other
    // A text without a word, such as an emoji, is only like itself.
    if (stems.size === 0) stems.add(normalize(text))
    const sorted = [...stems].toSorted()
    return { key: sorted.join(' '), list: sorted.map(toTerm) }
  }
}

const isEmptyWord = (word: string): boolean => functionWords.has(word) || foreignWords.has(word)

/** One form of letters, without case and Latin accents; "on-boarding" and "e-mail" in one word. */
function normalize(text: string): string {
  return isPlain(text) ? text.toLowerCase().trim() : normalizeAny(text)
}

/** Letters and digits as people type English: most texts, which are read in a tenth of the time. */
const isPlain = (text: string): boolean =>
  // What joins words or numbers, such as 3.5, is left to the rules for all languages.
  !/[^A-Za-z0-9 ,.?!']|[.,']\d|\d'|\.[A-Za-z]/u.test(text)

function normalizeAny(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/(?<![\p{L}\p{N}])(\p{L}{1,2})-(?=\p{L})/gu, '$1')
    .trim()
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

function wordsOf(text: string): string[] {
  const words = isPlain(text)
    ? (text.toLowerCase().match(/[a-z0-9]+(?:'[a-z]+)*/gu) ?? [])
    : Array.from(segmenter.segment(normalizeAny(text)))
        .filter(({ isWordLike }) => isWordLike)
        .map(({ segment }) => segment)
  return words.map((word) => (word.endsWith("'s") ? word.slice(0, -2) : word))
}

/** The stem of a word, and the whole of one whose stem is that of another. */
function stemOf(given: string): string {
  const word = american(given)
  if (wholeWords.has(word)) return word.replace(/ies$/u, 'y').replace(/(?<!new)s$/u, '')
  return /^[a-z]{3,40}$/u.test(word) ? englishStem(word) : word
}

/** "organise" is "organize"; the short "rise" and "prise" stay. */
const american = (word: string): string =>
  word.replace(/(?<=\p{L}{4})is(e[ds]?|ing|ations?)$/u, 'iz$1')
