/** Texts and names as they are stored: one line, without markup or invisible characters. */

/** Characters of a name that are kept; a person can be given one no longer either. */
const longestName = 100

/**
 * One line of plain text: without control characters, marks of writing direction and others that
 * nobody sees but that change what is shown. Joiners stay, because scripts and emoji need them.
 */
export const cleanText = (text: string): string =>
  text
    .replaceAll(/[\p{Bidi_Control}\u2060\ufeff\ufff9-\ufffb]/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()

/** Null where nothing is left of a name. */
export function cleanName(text: string): string | null {
  const name = [...cleanText(text)].slice(0, longestName).join('').trim()
  return /[\p{L}\p{N}]/u.test(name) ? name : null
}

/**
 * The text of a cue: tags of WebVTT, SubRip and HTML removed, references decoded once. Everything is
 * shown as text anyway; a tag would only be in the way.
 */
export const plainText = (markup: string): string =>
  cleanText(decodeReferences(markup.replaceAll(lineBreak, ' ').replaceAll(tag, '')))

const lineBreak = /<br\s{0,9}\/?>/gi
/** Bounded, so that text full of `<` costs no more than other text. */
const tag =
  /<\/?[a-z][a-z0-9]{0,19}(?:[\s.][^<>]{0,500})?\/?>|<!--[^<>]{0,500}-->|<\d[\d:.]{0,19}>|\{\\[^{}]{0,100}\}/gi

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/** `&amp;`, `&#39;`, `&#x27;`; an unknown one stays as it is written. */
export const decodeReferences = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, ...parts) => {
    const [decimal, hexadecimal, name] = parts.map((part) => (part ? String(part) : undefined))
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
    return isCharacter ? String.fromCodePoint(code) : ''
  })
