/**
 * Recently opened places. Only addresses are stored, not names, so deleted or renamed items
 * leave no trace here.
 */
const storageName = 'earshot.recent'
const most = 6

export type RecentItem = { projectId: string; contentId: string | null }

export function noteVisit(path: string): void {
  const item = itemAt(path)
  if (item) keep([item, ...recentItems().filter((one) => !isSame(one, item))].slice(0, most))
}

export function recentItems(): RecentItem[] {
  return (localStorage.getItem(storageName) ?? '').split(' ').flatMap((path) => itemAt(path) ?? [])
}

/** The project or recording that an address names; null for any other address. */
export function itemAt(path: string): RecentItem | null {
  const [, projectId, contentId] =
    /^\/projects\/(proj_\w+)(?:\/recordings\/(cont_\w+))?$/.exec(path) ?? []
  return projectId ? { projectId, contentId: contentId ?? null } : null
}

const pathOf = ({ projectId, contentId }: RecentItem): string =>
  `/projects/${projectId}${contentId ? `/recordings/${contentId}` : ''}`

const isSame = (a: RecentItem, b: RecentItem) => pathOf(a) === pathOf(b)

const keep = (items: RecentItem[]): void =>
  localStorage.setItem(storageName, items.map(pathOf).join(' '))
