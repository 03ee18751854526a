/** At most `limit` characters, ended at a word where there is one. Lengths as ajv counts them. */
export function cutText(text: string, limit: number): string {
  const characters = [...text]
  if (characters.length <= limit) return text
  const cut = characters.slice(0, limit).join('')
  const end = cut.lastIndexOf(' ')
  return (end > limit / 2 ? cut.slice(0, end) : cut).replace(/[\s,;:–-]+$/u, '')
}
