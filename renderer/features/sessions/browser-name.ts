// The order tells: Edge and Opera call themselves Chrome as well, and Chrome calls itself Safari.
const browsers = [
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const
const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const

/** What a person would call the browser of a User-Agent header; undefined where it is none of the known. */
export function browserOf(userAgent: string): { browser?: string; system?: string } {
  const find = (known: readonly (readonly [string, RegExp])[]) =>
    known.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const [browser, system] = [find(browsers), find(systems)]
  return { ...(browser && { browser }), ...(system && { system }) }
}
