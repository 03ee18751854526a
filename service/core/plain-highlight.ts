const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of a highlight of search, which is HTML, escaped but for its marks; those become stars. */
export const plainHighlight = (html: string): string =>
  html.replace(/<\/?mark>/g, '*').replace(/&(amp|lt|gt|quot|#39);/g, (one) => entities[one] ?? one)
