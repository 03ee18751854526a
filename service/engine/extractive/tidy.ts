/**
 * Takes out of a spoken sentence what was not meant: fillers, stutters, false starts, openers. Nothing
 * is added but a capital letter and a full stop.
 */
import { functionWords } from './words.ts'
import type { Wording } from './wording/wording.ts'

const openers =
  /^(?:[\s,.'–—-]*(?:so|kay|think(?= we| it)|and|but|or|okay|ok|yeah|yep|yes|yea|well|right|um+|uh+|oh|ah|mm+|hmm+|mm-hmm|uh-huh|alright|all right|sure|now|then|also|anyway|anyways|basically|actually|i mean|i must say(?: that)?|i have to say(?: that)?|as i (?:say|said)|i would say(?: that)?|you know|like|cuz|because|i think(?: that)?|i guess(?: that)?|i suppose(?: that)?|i don't (?:know|think)(?=,| yeah)|no(?=,)|fine|great|good|cool|perfect|exactly|absolutely|definitely(?=,)|of course|hopefully(?=,)|obviously|again(?=,)|you see|first of all(?=,)|in fact(?=,))\b(?!['’-]))+[\s,.–—-]*/iu

/** Unfinished at the end: "…, and", "…, but I", "… so that we". */
const loose =
  /[\s,–—-]+(?:and|but|so|or|because|cuz|which|so that|such that|the|a|an|then|if|um|uh|like|you know|i mean|i think|i guess|i suppose|right|okay|yeah|you see|though|whatever|or something(?: like that)?|and (?:stuff|things)(?: like that)?|or so|and so on|etcetera|and all that|anyway)[\s,.–—-]*$/iu

type Change = readonly [RegExp, string]

/** What is said without meaning anything, inside of a sentence. */
const inserted: readonly Change[] = [
  [/,?\s*\b(?:um+|uh+|er+|erm|eh|ehm|hmm+|mm+|mm-hmm|uh-huh)\b(?![-']),?/giu, ' '],
  [
    /,\s*(?:you know|i mean|know|like|yeah|yes|okay|right|well|oh|huh|as i say|let's say|so to speak|you see|i think|i guess|i suppose|i don't know|basically|actually|obviously)(?=,)/giu,
    ' ',
  ],
  [/(?<=\p{Ll})[\s,]+(?:yeah|oh|huh|okay|hmm)\b,?(?=\s)/giu, ' '],
  [/\b(?:sorta|kinda|sort of|kind of)\s+(?=\p{L})(?!that\b|thing\b|the\b)/giu, ''],
  [/\bas like (?=an?\b|the\b)/giu, 'as '],
  [/\b(?:is|was|are) like (?=an?\b|the\b)/giu, 'is '],
  [/(?<=\p{L})[\s,]+(?:basically|obviously|literally)(?=\s)/giu, ''],
  [/\b(?:let's say|so to speak|if you like|if you will),?(?=\s)/giu, ''],
  // What is left of "you know".
  [/(?<!\b(?:don't|not|to|I|we|you|they|didn't|you'd|we'd|let me)),?\s+know,(?=\s)/giu, ''],
  [
    /\b(that|which|but|and|so|because|if|where) (?:I (?:think|guess|suppose)|you know)(?= (?:we|it|they|you|there|the|this|a)\b)/giu,
    '$1',
  ],
]

/** Short forms of speech in the spelling of a note. */
const spelling: readonly Change[] = [
  [/,?\s*'cause\b/giu, ' because'],
  [/\b(?:cuz|'cos)\b/giu, 'because'],
  [/\bgonna\b/giu, 'going to'],
  [/\bwanna\b/giu, 'want to'],
  [/\bgotta\b/giu, 'got to'],
  [/\bdunno\b/giu, "don't know"],
  [/(?<=\p{L})\s*'em\b/giu, ' them'],
  [
    /\b(on|off|re|pre|non|far|near|back|cross|co|multi|sub|half|self|high|low|follow|two|three|one) - (?=\p{Ll})/giu,
    '$1-',
  ],
]

/** Begun and not said: "w before lunch", "ha- have", "Th the", "an a serious", "on the our". */
const begun: readonly Change[] = [
  [/(?<=^|\s)(?![aio]\b)\p{Ll}(?=\s)/gu, ' '],
  [/(?<=^|\s)\p{L}{1,4}[-–—]\s+/gu, ' '],
  [
    /(?<=^|\s)(?!(?:am|an|as|at|be|by|do|go|he|hi|if|in|is|it|me|my|no|of|ok|on|or|so|to|up|us|we|ad|ex|id|pm|tv|vs|eg|ie|mm|cm|km|kg)\b)\p{Ll}{2}(?=\s)/gu,
    ' ',
  ],
  [/^(?![AI]\b)\p{Lu}\s+(?=\p{Ll})/gu, ''],
  [/^(?:Tha|Bu|Wha|Whe|Yo|The th)\s+(?=\p{Ll})/gu, ''],
  // Without a vowel it is no word; "Mr" and the like are.
  [
    /(?<=^|\s)(?!(?:mr|dr|ms|vs)\b)(?:[BCDFGHJKLMNPQRSTVWXZ](?=[a-z]\b))?[b-df-hj-np-tv-xz]{1,3}(?=\s)/gu,
    ' ',
  ],
  [/\b(?:the|an?)\s+(?=(?:the|an?|my|our|your|their|this|these|those|its)\b)/giu, ''],
  [/\bi (?=(?:if|this|it|that|we|they|you)\b)/giu, ''],
]

const spaces: readonly Change[] = [
  // Where something was taken out, no pause is left.
  [/\b(should|would|could|can|will|must|to|the|an?|of|we|they)\s*,\s+(?=\p{Ll})/giu, '$1 '],
  [/\s+([,.?!;:])/gu, '$1'],
  [/([,;:])(?:\s*[,;:])+/gu, '$1'],
  [/\s+/gu, ' '],
]

const change = (text: string, changes: readonly Change[]): string =>
  changes.reduce((all, [from, to]) => all.replaceAll(from, to), text)

/** The words as they would be written down; without an end mark. */
export function tidy(text: string, { fillers }: Pick<Wording, 'fillers'>): string {
  let rest = text
    .replaceAll('’', "'")
    .replaceAll(/\b((?:\p{Lu}_)+)(?:'?s\b)?/gu, (found) => found.replaceAll('_', ''))
  if (fillers) rest = rest.replaceAll(fillers, ' ')
  rest = withoutBegun(change(rest, [...inserted, ...spelling, ...begun, ...spaces]))
  for (let again = 0; again < 3; again += 1) rest = change(withoutRepeats(rest), spaces)
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(openers, '').replace(loose, '')
  }
  rest = change(rest, begun)
  rest = rest.replace(/^[\s,.;:–—-]+/u, '').replace(/[\s,.;:–—-]+$/u, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** "The size of the devi of the device", "recogni voice recognition": without the half words. */
function withoutBegun(text: string): string {
  const words = text.split(' ')
  const kept = words.filter((word, at) => {
    const half = word.toLowerCase()
    if (!/^\p{L}{2,7}$/u.test(word) || functionWords.has(half)) return true
    return !words.slice(at + 1, at + 5).some((other) => {
      const whole = other.toLowerCase()
      return whole.startsWith(half) && isLonger.test(whole.slice(half.length))
    })
  })
  return kept.join(' ')
}

/** What makes another word of one, unlike an ending. */
const isLonger =
  /^(?!(?:s|es|d|ed|ing|er|ers|ly|'s|y|al|able|ful|ness|ment|work|time|day|man|ation|ion)(?!\p{L}))\p{L}/iu

/** "the the", "we can we can", "if we so if we", "we ha we have". */
function withoutRepeats(text: string): string {
  return (
    text
      .replaceAll(
        /(?<![\p{L}'])(\p{L}[\p{L}']*(?: \p{L}[\p{L}']*){0,7}),?(?: \1(?![\p{L}']),?)+/giu,
        '$1',
      )
      .replaceAll(
        /(?<![\p{L}'])(\p{L}[\p{L}']*(?: \p{L}[\p{L}']*){0,3}),? (?:so|if|and|I|we|it|the|of|or),? \1 /giu,
        (found, again: string) =>
          again.includes(' ') || isStart.test(again) ? `${again} ` : found,
      )
      .replaceAll(/(?<![\p{L}'])(\p{L}[\p{L}']*) (\p{L}{1,5}) \1 (?=\2\p{L})/giu, '$1 ')
      // "ev evaluate", "I I'm"; but "the theme" and "in inside" are words, and "14th, that" is none.
      .replaceAll(/(?<![\p{L}\p{N}'])(\p{L}{1,5}),? (?=\1[\p{L}'])/giu, (found, start: string) =>
        functionWords.has(start.toLowerCase()) && start !== 'I' ? found : '',
      )
  )
}

const isStart = /^(?:what|how|why|if|when|I|we|you|they)$/iu

/** Function words that never follow each other in a sentence that was said in one go. */
const broken =
  /\b(?:the|an?|my|our|your|their)\s(?:the|an?|my|our|your|their|I|we|you|he|she|they|it|is|are|was|were|to|of|and|but|or|if|that|these|in|on|for|with|at|so|well|no|not|can|could|will|would|have|has|do|does|did|what|how|when)\b|\b(?:I|we|he|she|they)\s(?:I|we|you|he|she|it|they|this|that|the|an?|if|so|of|to|in|on|for|and|but|at|with|is|not)\b|\b(?:of|to|for|with|from|at|into)\s(?:is|are|was|were|of|and|but|so|if|I|we|he|she|they|will|would|can)\b|\b(?:is|are|was|were|do|does|did|has)\s(?:is|are|was|were|do|does|did|I'm|it's|that's|we're|they're|will|would|can|of|and|but)\b|\b(?:can|could|will|would|should|must|might)\s(?:can|could|will|would|should|must|might|is|are|was|were|to|of)\b|\b(?:it|this)\s(?:I|we|he|she|of|it)\b|\b(?:and|but|or|so)\s(?:and|but|or|of)\b|\b(\p{L}+)\s\1\b|(?<=\s)\p{L}(?<![AaIi0-9\p{Lu}])(?=\s)|\b(?:don't|didn't|can't)\s(?:I|we|the|an?)\b|\b(?:be|been|being)\s(?:I|we|he|she|they)\b|\b(?:have|had|are|were|will|might|may|could|would|can)\s(?:we|they|he|she|I)(?:'ll|'ve|'re|'d|\s(?:have|are|will|can|were|had|could|would))\b|\b\p{L}+'(?:re|s|m)\s(?:\p{L}+\s)?(?:it's|we're|I'm|that's|you're|they're|there's)\b/iu

/** Whether what is left still breaks off and begins anew: "We can the one that". */
export const isBroken = (text: string): boolean => broken.test(text) || anew.test(text)

/** "We can use we can still use", "if this could if the", "put a lot of special put a lot". */
const anew =
  /\b((?:I|we|you|they|it|if|whether|how|what) \p{L}+)\s(?:\p{L}+\s){0,2}\1\b|\b(if|whether|what|how) (?:\p{L}+ ){1,2}\2\b|\b(\p{L}+ \p{L}+ \p{L}+)\s(?:\p{L}+\s){0,3}\3\b|\b(we|I|they) (have|are|had|were|would) \p{L}+ (?:we|I|they) \5\b/iu

/** As a sentence, with its end mark. */
export const asSentence = (text: string): string =>
  text === '' || /[.?!…]$/u.test(text) ? text : `${text}.`
