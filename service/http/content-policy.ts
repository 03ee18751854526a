/** What a page of ours may load and where it may call (reliability.md E-2): its own origin only. */
export type PolicyOptions = {
  /** Lets in the style elements that Mantine writes at run time, and scripts that carry it. */
  nonce: string
  /** Where else the page may call and play from: the service, for the desktop app's page; a store of recordings. */
  elsewhere?: readonly string[]
}

/** Stands in the built page where the nonce of an answer belongs (renderer/vite.config.ts). */
export const noncePlace = '__EARSHOT_NONCE__'

/** The content policy of the user interface, without a word of 'unsafe-inline'. */
export const contentPolicy = ({ nonce, elsewhere = [] }: PolicyOptions): string => {
  const also = elsewhere.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `media-src 'self' blob:${also}`,
    `connect-src 'self'${also}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of every file of a page, with what it may load. */
export const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
})
