/** Whether a text holds the kind of thing a question asks for: a time, an amount, a name, a place, a reason. */
import { functionWords } from '../../engine/extractive/words.ts'
import type { Kind } from './question-words.ts'

const alternatives = (words: string) => words.trim().split(/\s+/).join('|')
const anyOf = (words: string) => new RegExp(`(?<!\\p{L})(?:${alternatives(words)})(?!\\p{L})`, 'iu')

const numberWords = alternatives(`
  two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen (?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\\p{L}+)?
  hundred thousand million billion dozen half once twice zero
  zwei drei vier fünf sechs sieben acht neun zehn elf zwölf \\p{L}+zehn \\p{L}+zig
  \\p{L}*hundert\\p{L}* \\p{L}*tausend
  deux trois quatre cinq sept huit neuf dix onze douze quinze vingt trente quarante cinquante
  soixante cent mille
  dos tres cuatro cinco siete ocho nueve diez doce quince veinte treinta cuarenta cincuenta cien
  ciento mil`)
const number = `(?:\\p{N}[\\p{N}.,]*|${numberWords})`
const digits = /\p{N}|[一二三四五六七八九十百千万億亿兆]/u
const numbers = new RegExp(`(?<!\\p{L})(?:${numberWords})(?!\\p{L})`, 'iu')

const unit = alternatives(`
  seconds? minutes? hours? days? nights? weeks? months? years? decades? centur(?:y|ies)
  sekunden? minuten? stunden? tage?n? wochen? monate?n? jahre?n?
  secondes? heures? jours? semaines? mois ans années? segundos? minutos? horas? días? semanas?
  mes(?:es)? años?`)
/** Three weeks, a year; also two or three days. */
const duration = new RegExp(
  `(?<!\\p{L})(?:${number}|an?|one|several|few|ein(?:en?|er)?|une?|una?)\\s+(?:of\\s+)?(?:${unit})(?!\\p{L})` +
    '|\\d\\s*(?:分|時間|小时|天|周|年|ヶ月|个月)',
  'iu',
)
const clockTimes = new RegExp(
  `(?<!\\p{L})(?:at|by|until|before|between|um|bis|zwischen|à|las)\\s+${number}(?:\\s+(?:and|und|to)\\s+\\p{L}+)?(?!\\p{L}|\\s+\\p{L}+s(?!\\p{L}))` +
    '|\\d[:.]\\d\\d',
  'giu',
)

const points = anyOf(`
  today tomorrow tonight yesterday morning afternoon evening noon midnight weekend spring summer
  autumn winter quarter o'clock christmas easter century immediately ago
  (?:next|this|last|first|second|third|in|end|every|early|late)\\s(?:of\\s)?(?:the\\s)?(?:week|month|year)
  in\\s\\p{L}+\\s(?:days|weeks|months|years)
  heute morgen gestern vormittags? nachmittags? abends? mittags? nächste\\p{L}* letzte\\p{L}*
  kommende\\p{L}* frühjahr frühling herbst quartal uhr weihnachten ostern jahrhundert
  aujourd'hui demain hier matin après-midi soir midi printemps été automne hiver prochaine?
  dernière? noël pâques siècle
  hoy mañana ayer mediodía próxim[oa] pasad[oa] primavera verano otoño invierno navidad siglo`)
const clock = /\d[:.]\d\d|[年月日時时点]|(?<!\d)(?:1[0-9]|20)\d\d(?!\d)/u

const reasons = anyOf(`
  because since reasons? therefore due weil denn deshalb grund wegen damit parce car raison porque
  razón`)
const reasonPhrases = /\bso that\b|\bthat's why\b|因为|因為|から|ので/iu

const currency =
  /[€$£¥元円块]|(?<!\p{L})(?:euros?|dollars?|pounds?|pence|cents?|francs?|franken|bucks|yen|yuan|pesos?|kron\p{L}+|rupees?|hundred|thousand|million|billion|grand|\p{L}*hundert|\p{L}*tausend|cent|mille?|mil|cientos)(?!\p{L})/iu
/** A number of nothing: forty a month, and thirty-five if you sign. */
const bareNumber = new RegExp(
  `(?<!\\p{L})${number}(?=[.,;:!?]|$|\\s(?:a|an|per|each|if|for|and|or|pro|im|par|por|al)\\s)`,
  'iu',
)

const oneself = anyOf(`I I'll I'm I've me we we'll us mine ich wir mir je j nous yo nosotros`)
const capital = /(?<!\p{L})\p{Lu}\p{Ll}+/gu
/** Words that begin a sentence and name nobody. */
const starters = new Set(
  (
    'one only yes no thanks thank please okay good great today yesterday tomorrow let next also ' +
    'maybe somebody someone anybody anyone nobody everybody everyone something nothing welcome ' +
    'wait right true sure fine well hello morning'
  ).split(' '),
)
const placePhrase =
  /(?<!\p{L})(?:in|at|to|on|near|from|into|off|nach|bei|aus|à|chez|au|en)\s+(?:the\s+|der\s+|la\s+)?\p{Lu}/u
const placeWords =
  /(?<!\p{L})(?:in|at|near|into|under|behind|beside|upstairs|downstairs|im|am|hinter|neben|dans|derrière|en|detrás)\s/iu

const calendars = new Map<string, RegExp>()

/** The names of months and weekdays in a language; with their capitals: “may” and “march” are verbs. */
function calendarOf(language: string): RegExp {
  const known = calendars.get(language)
  if (known) return known
  const locale = Intl.DateTimeFormat.supportedLocalesOf([language])[0] ?? 'en'
  const nameOf = (part: 'month' | 'weekday', month: number, day: number) =>
    new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, month, day),
    )
  const months = Array.from({ length: 12 }, (_, month) => nameOf('month', month, 1))
  const days = Array.from({ length: 7 }, (_, day) => nameOf('weekday', 0, day + 1))
  const made = new RegExp(`(?<!\\p{L})(?:${[...months, ...days].join('|')})s?(?!\\p{L})`, 'u')
  calendars.set(language, made)
  return made
}

const tests: Readonly<Record<Kind, (text: string, language: string) => boolean>> = {
  any: () => true,
  time: (text, language) =>
    clock.test(text) || points.test(text) || calendarOf(language).test(text),
  duration: (text) => duration.test(text),
  amount: (text) => {
    // A time is no amount, nor is how long something takes.
    const rest = text.replaceAll(clockTimes, ' ').replace(duration, ' ')
    return digits.test(rest) || numbers.test(rest)
  },
  money: (text) => currency.test(text) || bareNumber.test(text.replaceAll(clockTimes, ' ')),
  person: (text) =>
    oneself.test(text) ||
    (text.match(capital) ?? [])
      .map((word) => word.toLowerCase())
      .some((word) => !functionWords.has(word) && !starters.has(word)),
  place: (text) => placePhrase.test(text) || placeWords.test(text),
  reason: (text) => reasons.test(text) || reasonPhrases.test(text),
}

/** @param text without the words of the question, which are no answer to it */
export const holds = (kind: Kind, text: string, language: string): boolean =>
  tests[kind](text, language)
