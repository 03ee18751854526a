/** Tagged templates for long lists of wordings across several lines. */

/** Raw text without its line breaks and indentation. */
export function joined(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return String.raw({ raw: parts.raw.map((part) => part.replaceAll(/\n\s*/gu, '')) }, ...values)
}

/** The same as a case-insensitive expression. */
export function pattern(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values), 'iu')
}

/** A global pattern for masked text, in which any run of spaces matches a space. */
export function cue(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values).replaceAll(/ |\\x20/gu, String.raw`\s+`), 'giu')
}

/** The same, but case-sensitive: for names. */
export function namedCue(parts: TemplateStringsArray, ...values: readonly string[]): RegExp {
  return new RegExp(joined(parts, ...values).replaceAll(/ |\\x20/gu, String.raw`\s+`), 'gu')
}
