/** The first sentence of a summary: who talked about what. */
import type { Item } from './item.ts'
import type { Talk } from './talk.ts'

const mostSubjects = 6
const mostNames = 3

/** "Anna and Ben talked about the budget and a new office."; empty where there are no subjects. */
export function openingOf(talk: Talk, topics: readonly Item[], characters: number): string {
  const subjects = topics.slice(0, mostSubjects).map((topic) => withArticle(talk, topic))
  for (let count = subjects.length; count > 0; count -= 1) {
    const text = `${whoTalked(talk)} ${enumerate(subjects.slice(0, count))}.`
    if (text.length <= characters) return text
  }
  return ''
}

function whoTalked({ speakers }: Talk): string {
  const isNamed = speakers.every((name) => !/^(?:speaker|unknown)\b/iu.test(name))
  if (speakers.length === 1) return 'This was about'
  if (isNamed && speakers.length <= mostNames) return `${enumerate(speakers)} talked about`
  return speakers.length === 2 ? 'The two talked about' : 'The group discussed'
}

const enumerate = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1) ?? ''}`

/** Share of the mentions of a phrase that an article must stand before. */
const leastShare = 0.25
/** A name needs no article, unless it mostly has one. */
const leastShareOfName = 0.6

/** "the touch screen", "a menu", "fresh colours", as it is said most. */
function withArticle({ sentences }: Talk, { text }: Item): string {
  const phrase = text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`)
  const mention = new RegExp(
    String.raw`(?:\b(the|an?|this|that|our)\s+)?(?<!\p{L})${phrase}(?!\p{L})`,
    'giu',
  )
  const before = sentences.flatMap((sentence) =>
    Array.from(sentence.text.matchAll(mention), ([, article]) => article?.toLowerCase() ?? ''),
  )
  const share = (isOne: (article: string) => boolean) =>
    before.filter(isOne).length / Math.max(1, before.length)
  const one = (article: string) => article === 'a' || article === 'an'
  const known = (article: string) => article !== '' && !one(article)
  const own = /^\p{Lu}\p{Ll}/u.test(text) && share(() => true) > 0 ? lowered(text, sentences) : text
  const isName = own.split(' ').every((word) => /^\p{Lu}/u.test(word))
  const least = isName ? leastShareOfName : own.includes(' ') ? leastShare : 0.01
  if (share(known) + share(one) < least) return own
  return share(known) >= share(one) ? `the ${own}` : `${/^[aeiou]/iu.test(own) ? 'an' : 'a'} ${own}`
}

/** A capital that only begins the title; names keep theirs. */
function lowered(text: string, sentences: Talk['sentences']): string {
  const small = `${text.charAt(0).toLowerCase()}${text.slice(1)}`
  return sentences.some((sentence) => sentence.text.includes(small)) ? small : text
}
