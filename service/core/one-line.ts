/** Collapses whitespace and control characters: a line break would end a field, cue, heading or list entry. */
export const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
