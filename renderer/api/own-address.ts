/** Hosts that mean the machine that asks. */
export const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

let service: string | null = null

/** Stores the service's address if the page came from elsewhere; set by the desktop shell. */
export function noteServiceAddress(baseUrl: string | null): void {
  service = baseUrl
}

/**
 * A signed service address rewritten so that this page can call it. The service writes its loopback
 * address, but the page may have been opened under its other name, and may call only its own origin
 * or the one that the desktop shell provided. That of a store of recordings stays as it is.
 */
export function ownAddress(
  address: string,
  page: { origin: string } = window.location,
  given: string | null = service,
): string {
  const url = new URL(address, given ?? page.origin)
  if (!loopback.test(url.hostname) || !url.pathname.startsWith('/v1/')) return url.href
  return (given ?? '') + url.pathname + url.search
}
