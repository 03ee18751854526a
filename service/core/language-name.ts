const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of the language with an ISO 639 code (`de`, `pt-BR`); null where it has none. */
export function languageName(code: string): string | null {
  try {
    return code === 'und' ? null : (names.of(code) ?? null)
  } catch {
    return null // Not a code at all.
  }
}
