/** What a recording is called on the page: its title where it has one, else its file's name. */
export const shownName = (item: {
  title: string
  title_source: 'person' | 'content' | 'file'
  filename: string
}): string => (item.title_source === 'file' ? item.filename : item.title)
