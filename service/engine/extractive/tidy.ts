/**
 * Takes out of a spoken sentence what was not meant: fillers, stutters, false starts, openers. Nothing
 * is added but a capital letter and a full stop.
 */
import { functionWords } from './words.ts'
import type { Wording } from './wording/wording.ts'

const openers =
  /^(?:[\s,.'–—-]*(?:so|kay|think(?= we| it)|and|but|or|okay|ok|yeah|yep|yes|yea|well|right|um+|uh+|oh|ah|mm+|hmm+|mm-hmm|uh-huh|alright|all right|sure|now|then|also|anyway|anyways|basically|actually|i mean|you know|like|cuz|because|i think(?: that)?|i guess(?: that)?|i suppose(?: that)?|i don't (?:know|think)(?=,| yeah)|no(?=,)|fine|great|good|cool|perfect|exactly|absolutely|of course)\b(?!['’-]))+[\s,.–—-]*/iu

/** Unfinished at the end: "…, and", "…, but I", "… so that we". */
const loose =
  /[\s,–—-]+(?:and|but|so|or|because|cuz|which|the|a|an|then|if|um|uh|like|you know|i mean)[\s,.–—-]*$/iu

/** The words as they would be written down; without an end mark. */
export function tidy(text: string, { fillers }: Pick<Wording, 'fillers'>): string {
  let rest = text
    .replaceAll('’', "'")
    .replaceAll(/\b((?:\p{Lu}_)+)(?:'?s\b)?/gu, (found) => found.replaceAll('_', ''))
  if (fillers) rest = rest.replaceAll(fillers, ' ')
  rest = rest
    .replaceAll(/\b(?:um+|uh+|er+|erm|hmm+|mm+)\b/giu, ' ')
    // A letter or syllable broken off: "w before lunch", "ha- have".
    .replaceAll(/(?<=^|\s)(?![aio]\b)\p{Ll}(?=\s)/gu, ' ')
    .replaceAll(/(?<=^|\s)\p{L}{1,4}[-–—]\s+/gu, ' ')
    .replaceAll(
      /(?<=^|\s)(?!(?:mr|dr|ms|vs)\b)(?:\p{Lu}(?=[a-z]\b))?[b-df-hj-np-tv-xz]{1,3}(?=\s)/gu,
      ' ',
    )
    .replaceAll(/\s+([,.?!;:])/gu, '$1')
    .replaceAll(/([,;:])(?:\s*[,;:])+/gu, '$1')
    .replaceAll(/\s+/gu, ' ')
  for (let again = 0; again < 3; again += 1) rest = withoutRepeats(rest)
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(openers, '').replace(loose, '')
  }
  rest = rest.replace(/^[\s,.;:–—-]+/u, '').replace(/[\s,.;:–—-]+$/u, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** "the the", "we can we can", "we ha we have". */
function withoutRepeats(text: string): string {
  return (
    text
      .replaceAll(
        /(?<![\p{L}'])(\p{L}[\p{L}']*(?: \p{L}[\p{L}']*){0,4}),?(?: \1(?![\p{L}']),?)+/giu,
        '$1',
      )
      .replaceAll(/(?<![\p{L}'])(\p{L}[\p{L}']*) (\p{L}{1,5}) \1 (?=\2\p{L})/giu, '$1 ')
      // "ev evaluate", "I I'm"; but "the theme" and "in inside" are words.
      .replaceAll(/(?<![\p{L}'])(\p{L}{1,5}),? (?=\1[\p{L}'])/giu, (found, start: string) =>
        functionWords.has(start.toLowerCase()) && start !== 'I' ? found : '',
      )
  )
}

/** As a sentence, with its end mark. */
export const asSentence = (text: string): string =>
  text === '' || /[.?!…]$/u.test(text) ? text : `${text}.`
