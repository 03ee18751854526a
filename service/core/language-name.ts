const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of an ISO 639 language code (`de`, `pt-BR`), or null if it has none. */
export function languageName(code: string): string | null {
  try {
    return code === 'und' ? null : (names.of(code) ?? null)
  } catch {
    return null // Not a language code.
  }
}
