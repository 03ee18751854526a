const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * A signed address of the service as this page must call it. The service writes its loopback
 * address; the page may have been opened under its other name, and may call only its own origin.
 */
export function ownAddress(address: string, page: { origin: string } = window.location): string {
  const url = new URL(address, page.origin)
  return loopback.test(url.hostname) ? url.pathname + url.search : url.href
}
