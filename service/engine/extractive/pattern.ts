/** Long lists of wordings, written over several lines. */

/** Raw text with its line breaks and the indentation after them taken out. */
export function joined(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts.raw.map((part) => part.replaceAll(/\n\s*/gu, '')) }, ...values)
}

/** The same as an expression that ignores case. */
export function pattern(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values), 'iu')
}

/** A wording to be looked for everywhere in a masked text, where a blank may be several. */
export function cue(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values).replaceAll(/ |\\x20/gu, String.raw`\s+`), 'giu')
}

/** The same where capitals matter: for names. */
export function namedCue(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values).replaceAll(/ |\\x20/gu, String.raw`\s+`), 'gu')
}
