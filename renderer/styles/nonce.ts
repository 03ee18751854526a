/**
 * The nonce of this answer's content policy, for style elements that are made at run time. Empty
 * where the page has no policy: on Vite's own server.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

/** Tells the libraries that look for webpack's name of it, such as the lock of scrolling in dialogs. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
