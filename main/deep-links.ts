import { isId } from '../service/core/ids.ts'

export const linkScheme = 'earshot'

const longestLink = 2_048

/**
 * The page that a link names, or null. Supported: `earshot://projects/proj_…`,
 * `earshot://recordings/proj_…/cont_…?at=12.5` and `earshot://search?q=words`. Any website may
 * offer such a link, so links can only open pages.
 */
export function pageOfLink(link: string): string | null {
  if (link.length > longestLink || !URL.canParse(link)) return null
  const { protocol, host, pathname, searchParams, username, password, port } = new URL(link)
  if (protocol !== `${linkScheme}:` || username || password || port) return null
  const [first = '', second = '', ...more] = pathname.split('/').filter(Boolean)
  if (more.length > 0) return null
  if (host === 'search' && first === '') return searchPage(searchParams.get('q') ?? '')
  if (!isId('proj', first)) return null
  if (host === 'projects' && second === '') return `/projects/${first}`
  if (host !== 'recordings' || !isId('cont', second)) return null
  return `/projects/${first}/recordings/${second}${moment(searchParams.get('at'))}`
}

/** Finds the link in a program's arguments, which is how Windows and Linux pass it on. */
export const linkAmong = (args: readonly string[]): string | null =>
  args.find((arg) => arg.startsWith(`${linkScheme}://`)) ?? null

const searchPage = (words: string): string | null =>
  words.length > 500 ? null : `/search?q=${encodeURIComponent(JSON.stringify(words))}`

const moment = (text: string | null): string =>
  text !== null && /^\d{1,6}(\.\d{1,3})?$/.test(text) ? `?at=${text}` : ''
