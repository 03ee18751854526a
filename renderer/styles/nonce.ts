/**
 * The nonce of this response's content policy, for style elements created at run time. Empty if the
 * page has no policy: on Vite's own server.
 */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

/** Sets the nonce for libraries that use webpack's global, such as the scroll lock of dialogs. */
export function shareNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
