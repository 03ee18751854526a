/** The three headers of Standard Webhooks; the others say nothing about who sent a request. */
export const headerNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
export type HeaderName = (typeof headerNames)[number]

// A name, what a program puts between it and its value, and the value up to the next quote or line.
const pattern = /webhook[-_](id|timestamp|signature)["']?\s*(?::|=>|=|,)\s*[["']*([^"'\r\n\]]+)/gi

/**
 * The headers in a pasted text, however it writes them: lines of a request, JSON, what a program
 * printed. Of a header that comes twice, the first.
 */
export function readHeaders(text: string): Partial<Record<HeaderName, string>> {
  const found: Partial<Record<HeaderName, string>> = {}
  for (const [, part = '', value = ''] of text.matchAll(pattern)) {
    const name = headerNames.find((one) => one === `webhook-${part.toLowerCase()}`)
    if (name) found[name] ??= value.replace(/[\s,}]+$/, '')
  }
  return found
}
