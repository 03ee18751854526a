const units = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes as a person reads it, as the page writes it: 48300000 → "48.3 MB". */
export function toSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  const step = Math.min(Math.floor(Math.log10(bytes) / 3), units.length)
  const value = bytes / 1_000 ** step
  return `${value.toFixed(value < 100 ? 1 : 0)} ${units[step - 1]}`
}
