/**
 * Turns what somebody said into what a report says of them: "I'll ask them about our budget" becomes
 * "Anna will ask them about their budget". Only the person changes, and short forms are written out.
 */

type Change = readonly [RegExp, string]

/** "It's", "won't" and the like, as they are written. */
const shortForms: readonly Change[] = [
  [/\bcan't\b/giu, 'cannot'],
  [/\bwon't\b/giu, 'will not'],
  [/\bshan't\b/giu, 'shall not'],
  [/n't\b/giu, ' not'],
  [/\b(it|that|there|here|what|he|she|who)'s (?=(?:been|got|had|become)\b)/giu, '$1 has '],
  [/\b(it|that|there|here|what|he|she|who)'s\b/giu, '$1 is'],
  [/\b(\p{L}+)'ll\b/giu, '$1 will'],
  [/\b(you|they|these|those|there)'re\b/giu, '$1 are'],
  [/\b(you|they|would|could|should|might)'ve\b/giu, '$1 have'],
  [/\bgonna\b/giu, 'going to'],
  [/\bwanna\b/giu, 'want to'],
  [/\bgotta\b/giu, 'have to'],
  [/(?<=^|\s)(?:'?cause|cuz|'cos)\b/giu, 'because'],
]

const group: readonly Change[] = [
  [/^let's (?=not\b)/giu, 'they will '],
  [/^let's\b/giu, 'they will'],
  [/\bwe're\b/giu, 'they are'],
  [/\bwe've\b/giu, 'they have'],
  [/\bwe'd (?=(?:like|love|prefer|want|need|be|have)\b)/giu, 'they would '],
  [/\bwe\b/giu, 'they'],
  [/\bus\b/gu, 'them'],
  [/\bours\b/giu, 'theirs'],
  [/\bour\b/giu, 'their'],
  [/\bourselves\b/giu, 'themselves'],
]

/** Verbs after "I" that are the same for "he" and "she", or that have a form of their own here. */
const self: readonly Change[] = [
  [/\bI'm\b/gu, '@ is'],
  [/\bI am\b/gu, '@ is'],
  [/\bI've\b/gu, '@ has'],
  [/\bI have\b/gu, '@ has'],
  [/\bI (?=(?:can|could|will|would|should|shall|must|might|may|was|had|did|'ll)\b)/gu, '@ '],
  [/\bI'll\b/gu, '@ will'],
  [/\bI(?=(?: \p{L}+ly)? \p{L}+ed\b)/gu, '@'],
  [
    /\bI(?= (?:went|took|thought|said|got|made|found|saw|came|knew|wrote|told|gave|felt|left|kept|held|met|ran|began|brought|bought|spoke|heard|read|sent|built|put|set|cut|lost|spent|paid|chose|forgot)\b)/gu,
    '@',
  ],
  [
    /\bI (also |still |just |never |always |often |usually |really |only )?(need|want|think|know|mean|suggest|expect|hope|like|use|work|write|ask|see|look|start|call|send|prefer|agree|believe|remember|wonder|understand|take|make|find|get|keep|propose|plan|run|live|read|tell|talk|show|check|feel|see|hear)\b/gu,
    '@ $1$2s',
  ],
]

/** Says who is spoken to, or about the speaker in a way that a report cannot repeat. */
const bound = /\b(?:I|I'd|me|my|mine|myself|you|your|yours|yourself|you're|you've|you'll|you'd)\b/iu

const change = (text: string, changes: readonly Change[]): string =>
  changes.reduce((all, [from, to]) => all.replaceAll(from, to), text)

/** Null where the sentence makes sense only between those who were there. */
export function toReport(text: string, speaker: string): string | null {
  const told = change(change(change(text.replaceAll('’', "'"), self), group), shortForms)
  const named = told
    .replace('@', () => speaker)
    .replaceAll(/,? and @ /gu, ' and ')
    .replaceAll('@', () => speaker)
  if (bound.test(named.replaceAll(speaker, ''))) return null
  return named.charAt(0).toUpperCase() + named.slice(1)
}
