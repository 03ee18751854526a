/**
 * Where people were last. Only addresses are kept, no names: what was deleted or renamed leaves no
 * trace here.
 */
const storageName = 'earshot.recent'
const most = 6

export type RecentPlace = { projectId: string; contentId: string | null }

export function noteVisit(path: string): void {
  const place = placeOf(path)
  if (place) keep([place, ...recentPlaces().filter((one) => !isSame(one, place))].slice(0, most))
}

export function recentPlaces(): RecentPlace[] {
  return (localStorage.getItem(storageName) ?? '').split(' ').flatMap((path) => placeOf(path) ?? [])
}

/** The project or recording of an address; null for any other. */
export function placeOf(path: string): RecentPlace | null {
  const [, projectId, contentId] =
    /^\/projects\/(proj_\w+)(?:\/recordings\/(cont_\w+))?$/.exec(path) ?? []
  return projectId ? { projectId, contentId: contentId ?? null } : null
}

const pathOf = ({ projectId, contentId }: RecentPlace): string =>
  `/projects/${projectId}${contentId ? `/recordings/${contentId}` : ''}`

const isSame = (a: RecentPlace, b: RecentPlace) => pathOf(a) === pathOf(b)

const keep = (places: RecentPlace[]): void =>
  localStorage.setItem(storageName, places.map(pathOf).join(' '))
