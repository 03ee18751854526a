/** Finds names of people addressed, and matches them with the speakers. */
import { namedCue } from './pattern.ts'
import type { Sentence } from './sentences.ts'
import { wordSet } from './words.ts'

/** Capitalized words in positions where a name could be: "Sure, can you …". */
const noNames = wordSet(`
  yes yeah yep no nope okay ok sure great perfect thanks thank right well good fine cool also then
  now today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday
  january february march april may june july august september october november december honestly
  actually basically sorry please hello hi hey morning afternoon evening everyone everybody guys
  folks team all and but so if when while because oh ah um uh absolutely exactly alright again
  anyway first second third finally next lastly otherwise however still maybe perhaps look listen
  see understood agreed correct true awesome excellent wonderful lovely fantastic nice wait
  it that this what who why how there here he she they we you i interesting mhm hmm got
  gut ja nein danke dann also und aber klar genau prima bitte morgen heute sí no vale bueno claro
  bien perfecto gracias entonces oui non merci alors donc bien parfait bonjour hola hallo budget
  speakers pricing timeline venue next two three four one sir madam ma'am mate buddy`)

const leads = joinLeads(`
  okay ok so and well great hey hi yeah right thanks perfect good alright sure cool yes then also
  now but oh no fine um uh nice gut dann also und ja danke y bueno vale sí entonces alors et donc
  bien oui hello morning`)
function joinLeads(words: string): string {
  const either = (word: string) =>
    `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`
  return words.trim().split(/\s+/u).map(either).join('|')
}

const titles = 'Frau|Herr|Madame|Monsieur|Señora?|Mr|Ms|Mrs|Dr|Doctor|Professor'
const title = String.raw`(?:(?:${titles})\.? )?`
const called = String.raw`(?<who>${title}\p{Lu}\p{L}+)`
const atStart = new RegExp(
  String.raw`^(?:(?:${leads})[,.]? )*${called}(?:,| (?=(?:can|could|would|will) you\b))`,
  'u',
)
const atEnd = new RegExp(String.raw`,\s+${called}[?.!]*$`, 'u')
const inside = new RegExp(String.raw`[,.:;]\s+${called},\s`, 'u')

/** The name by which somebody is addressed in this sentence, or null. */
export function calledIn({ plain }: Pick<Sentence, 'plain'>): string | null {
  for (const wording of [atStart, atEnd, inside]) {
    const name = wording.exec(plain)?.groups?.['who']
    if (name && isName(name)) return name
  }
  return null
}

function isName(word: string): boolean {
  return !noNames.has(word.toLowerCase())
}

/** The speaker's display name if the name belongs to a speaker, otherwise the name itself. */
export function displayName(name: string, speakers: readonly string[]): string {
  const wanted = name.toLowerCase()
  return (
    speakers.find((speaker) => speaker.toLowerCase() === wanted) ??
    speakers.find((speaker) => speaker.toLowerCase().split(/\s+/u).includes(wanted)) ??
    name
  )
}

const introduction = namedCue`
  \b(?:this is|my name is|name's|speaking with|speaking to|it's|is that|hi|hello|hey|thanks|
  thank you|bye|morning|mein Name ist|me llamo|soy|je suis),? (?<who>\p{Lu}\p{L}+)`

/** The name that somebody introduces themselves with or greets in this sentence, or null. */
export function introducedIn({ plain }: Pick<Sentence, 'plain'>): string | null {
  const [found] = plain.replace(/^\p{Lu}/u, (first) => first.toLowerCase()).matchAll(introduction)
  const name = found?.groups?.['who']
  return name && isName(name) ? name : null
}

/** Words of the names of all who speak, are addressed or introduce themselves, in lower case. */
export function wordsOfNames({ sentences, speakers }: WhoTalks): ReadonlySet<string> {
  const named = sentences.flatMap((sentence) => [
    calledIn(sentence) ?? '',
    // "Hello Laura, this is Martin."
    ...sentence.plain.split(/[,.;] /u).map((plain) => introducedIn({ plain }) ?? ''),
  ])
  const words = [...speakers, ...named].flatMap((name) => name.toLowerCase().split(/[^\p{L}]+/u))
  return new Set(words.filter(Boolean))
}

type WhoTalks = { sentences: readonly Sentence[]; speakers: readonly string[] }
