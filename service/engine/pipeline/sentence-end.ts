/**
 * Finds the ends of sentences. Intl.Segmenter knows no abbreviations and ends a sentence after
 * "Dr." and inside "i.e. the letter", so this reads punctuation and its context itself.
 */

/** Titles, always followed by a name. */
const titles = new Set(
  (
    'dr mr mrs ms mx prof rev hon capt col gen lt sgt st mt gov rep pres approx ca cf vs al ' +
    'hr fr bzw evtl ggf inkl zzgl vgl sra srta dra ud uds mme mlle mgr sigg dott ssa dhr mevr drs bijv'
  ).split(' '),
)

/** Abbreviations only before a number; otherwise they are words: "No. Tell me more." */
const counted = new Set('no nos vol fig pp p ch sec art abs nr tel str núm pág cap'.split(' '))

/** Abbreviations that end a sentence only if the next word looks like the start of one. */
const abbreviations = new Set('etc usw jr sr inc ltd co corp bros dept est min max'.split(' '))

/** Languages that write ordinals with a full stop: "am 3. Mai". */
const ordinalDot = new Set([
  'de',
  'da',
  'no',
  'nn',
  'fi',
  'cs',
  'sk',
  'hu',
  'pl',
  'sl',
  'hr',
  'sr',
  'tr',
  'et',
  'is',
  'lv',
])

const closing = `["'”’»›)\\]」』）】]*`
const certainEnd = new RegExp(`[!?…。！？｡؟।॥](?:[.!?]*)${closing}$`, 'u')
const fullStop = new RegExp(`\\.${closing}$`, 'u')
const dots = new RegExp(`\\.{2,}${closing}$`, 'u')

/** Whether a sentence ends with this word, given the next word. */
export function endsSentence(word: string, next: { text: string }, language: string): boolean {
  const isFirst = startsAsSentence(next.text)
  if (dots.test(word)) return isFirst
  if (certainEnd.test(word)) return isFirst || /[。！？｡।॥؟]/u.test(word)
  if (!fullStop.test(word) || !isFirst) return false
  const bare = word.replace(fullStop, '').replace(/^["'“‘«‹„([¿¡]+/u, '')
  // Initials, but not "So do I."
  if (/^\p{Lu}$/u.test(bare)) return bare === 'I' && language === 'en'
  const lower = bare.toLowerCase()
  if (titles.has(lower)) return false
  if (counted.has(lower) && /^\d/.test(next.text)) return false
  if (/^\d{1,2}$/.test(bare) && ordinalDot.has(language)) return false
  // "i.e.", "z.B.", "U.S."; a sentence may start after "p.m."
  if (/^\p{L}(\.\p{L})+$/u.test(bare)) return /^[ap]\.m$/i.test(bare)
  return !abbreviations.has(lower) || /^\p{Lu}/u.test(next.text)
}

/** Not lower case: a capital, a digit, a quotation mark, or a script without case. */
const startsAsSentence = (text: string): boolean => !/^["'“‘«‹„([¿¡]*\p{Ll}/u.test(text)
