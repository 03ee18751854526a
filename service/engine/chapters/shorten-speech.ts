/** Spoken English without what a careful writer would leave out; the rest stays word for word. */

const sounds =
  /(?:,\s*)?\b(?:u+h+m*|u+m+|e+r+m*|h+m+|mhm|mm|mm-hmm|uh-huh|ah|oh|eh)\b(?![-'])(?:[,.]+(?=\s|$))?/giu
/** Set off by commas; elsewhere they may be part of the sentence: "do you know who". */
const asides =
  /,\s*(?:you know|you see|i mean|sort of|kind of|or something(?: like that)?|or whatever|and stuff(?: like that)?)(?:,|(?=[.?!]))/giu
const adverbs = /,?\s\b(?:basically|actually|obviously|literally)\b,?(?=\s)/giu
const openers =
  /^(?:(?:so|well|okay|ok|'?kay|alright|all right|right|yeah|yes|yep|no|and|but|or|then|now|also|anyway|because|like|just|good|great|sure|cool|fine|exactly|you know|i mean|basically|actually)\b[,.\s]+)+(?=\p{L}|\p{N})/iu
/** A word broken off and begun again: "th the", "w we". Vowels would make it a word: "be better". */
const brokenOff = /(?<![\p{L}'])([b-df-hj-np-tv-z]{1,3})[\s,-]+(?=\1)/giu
/** A sound of a word that never came; letters that name something follow such a word. */
const stray =
  /(?<!\b(?:letter|option|plan|type|point|class|grade|variable|size|part|group|version)\s)(?<=^|\s)[b-df-hj-np-rtvwz]\s+(?=\p{Ll})/gu

export function shortenSpeech(text: string): string {
  const plain = text
    .replaceAll('’', "'")
    .replaceAll(sounds, ' ')
    .replaceAll(asides, ' ')
    .replaceAll(adverbs, ' ')
    .replaceAll(brokenOff, '')
    .replaceAll(stray, '')
    // False starts: "the the", "I I", "it's like it's like".
    .replaceAll(/\b([\p{L}']+)(?:[\s,.-]+\1\b)+/giu, '$1')
    .replaceAll(/\b(\p{L}[\p{L}']* [\p{L}']+(?: [\p{L}']+)?)(?:[\s,]+\1\b)+/giu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s+([,.?!;:])/gu, '$1')
    .replaceAll(/([,.])(?:\s*[,.])+/gu, '$1')
    .replaceAll(/^[\s,.;:-]+/gu, '')
    .replace(openers, '')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
