/** The file name of a Content-Disposition header (RFC 6266), the full one before the ASCII one. */
export function filenameOf(header: string | null): string | null {
  const full = /filename\*=UTF-8''([^;\s]+)/i.exec(header ?? '')?.[1]
  if (full) {
    try {
      return decodeURIComponent(full)
    } catch {
      // Not encoded as it should be; the plain one is there for that.
    }
  }
  return /filename="([^"]*)"/i.exec(header ?? '')?.[1] || null
}
