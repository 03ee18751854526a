/**
 * Cuts text to at most `limit` characters (code points, as ajv counts), at a word end if possible.
 */
export function cutText(text: string, limit: number): string {
  const characters = [...text]
  if (characters.length <= limit) return text
  const cut = characters.slice(0, limit).join('')
  const end = cut.lastIndexOf(' ')
  return (end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/u, '')
}
