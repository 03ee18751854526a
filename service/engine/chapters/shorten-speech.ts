/** Spoken English without what a careful writer would leave out; the rest stays word for word. */

const sounds =
  /(?:,\s*)?\b(?:u+h+m*|u+m+|e+r+m*|h+m+|mhm|mm|mm-hmm|uh-huh|ah|oh|eh)\b(?![-'])(?:[,.]+(?=\s|$))?/giu
const asides =
  /(?:,\s*|\b)(?:you know|i mean|sort of|kind of|or something(?: like that)?|or whatever|and stuff(?: like that)?|basically|actually|obviously|you see)\b,?(?=\s|[.?!]|$)/giu
const openers =
  /^(?:(?:so|well|okay|ok|alright|all right|right|yeah|yes|yep|no|and|but|or|then|now|also|anyway|because|i think|i guess|i suppose|like|just|good|great|sure|cool|fine|exactly|you know|i mean)\b[,.\s]+)+(?=\p{L}|\p{N})/iu

export function shortenSpeech(text: string): string {
  const plain = text
    .replaceAll('’', "'")
    .replaceAll(sounds, ' ')
    .replaceAll(asides, ' ')
    // "the the", "I I", "we we": false starts.
    .replaceAll(/\b([\p{L}']+)(?:[\s,.-]+\1\b)+/giu, '$1')
    .replaceAll(/\b(\p{L}+ [\p{L}']+)(?:[\s,]+\1\b)+/giu, '$1')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/\s+([,.?!;:])/gu, '$1')
    .replaceAll(/([,.])(?:\s*[,.])+/gu, '$1')
    .replaceAll(/^[\s,.;:-]+/gu, '')
    .replace(openers, '')
    .trim()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}
