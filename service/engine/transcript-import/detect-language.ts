/** Detects the language of a text by its script and its function words. */
import * as stopWords from 'stopword'

/** Scripts that belong to one language, or to one far more than to others. */
const byScript: readonly (readonly [RegExp, string])[] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, 'ja'],
  [/\p{sc=Hang}/gu, 'ko'],
  [/\p{sc=Han}/gu, 'zh'],
  [/\p{sc=Thai}/gu, 'th'],
  [/\p{sc=Grek}/gu, 'el'],
  [/\p{sc=Hebr}/gu, 'he'],
  [/\p{sc=Deva}/gu, 'hi'],
  [/\p{sc=Taml}/gu, 'ta'],
]

/** The lists of the stopword package by ISO 639-1 code, for scripts that languages share. */
const lists: Readonly<Record<string, readonly string[]>> = {
  ar: stopWords.ara,
  bg: stopWords.bul,
  ca: stopWords.cat,
  cs: stopWords.ces,
  da: stopWords.dan,
  de: stopWords.deu,
  en: stopWords.eng,
  es: stopWords.spa,
  et: stopWords.est,
  fa: stopWords.fas,
  fi: stopWords.fin,
  fr: stopWords.fra,
  hr: stopWords.hrv,
  hu: stopWords.hun,
  id: stopWords.ind,
  it: stopWords.ita,
  lt: stopWords.lit,
  lv: stopWords.lav,
  nl: stopWords.nld,
  no: stopWords.nob,
  pl: stopWords.pol,
  pt: stopWords.por,
  ro: stopWords.ron,
  ru: stopWords.rus,
  sk: stopWords.slk,
  sl: stopWords.slv,
  sv: stopWords.swe,
  tr: stopWords.tur,
  uk: stopWords.ukr,
  vi: stopWords.vie,
}

const mostWords = 5000

/** An ISO 639-1 code. Choice: English where little is said or nothing tells. */
export function detectLanguage(texts: readonly string[]): string {
  const sample = texts.join(' ').slice(0, mostWords * 10)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  // Japanese mixes scripts, so that a fifth is enough for its own.
  const script = byScript.find(([one]) => (sample.match(one)?.length ?? 0) > letters / 5)
  if (script) return script[1]
  return byWords(
    sample
      .toLowerCase()
      .match(/[\p{L}\p{M}']+/gu)
      ?.slice(0, mostWords) ?? [],
  )
}

function byWords(words: readonly string[]): string {
  const rarity = countLists()
  const scoreOf = (list: readonly string[]): number => {
    const known = new Set(list)
    // A word of many languages says little about each.
    return words.reduce(
      (sum, word) => sum + (known.has(word) ? 1 / Math.sqrt(rarity.get(word) ?? 1) : 0),
      0,
    )
  }
  // Its list is the shortest, and a few words of greeting are in many lists.
  let best = { code: 'en', score: 2 + scoreOf(stopWords.eng) }
  for (const [code, list] of Object.entries(lists)) {
    const score = scoreOf(list)
    if (score > best.score) best = { code, score }
  }
  return best.code
}

/** How many languages have a word. */
function countLists(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const list of Object.values(lists)) {
    for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
