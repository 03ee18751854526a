/** What a recording is called on the page: its title where a person gave one, else its file's name. */
export const shownName = (item: { title: string; is_titled: boolean; filename: string }): string =>
  item.is_titled ? item.title : item.filename
