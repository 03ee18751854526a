// Where somebody stopped listening, for each recording; remembered in this browser.

const storageName = 'earshot.places'
const kept = 300

/** Whoever has only begun, or is at the end, begins anew. */
const edgeSeconds = 3

type Places = (readonly [contentId: string, seconds: number])[]

/** Where to go on, in seconds; null where a recording is begun anew. */
export const placeIn = (contentId: string): number | null =>
  read().find(([id]) => id === contentId)?.[1] ?? null

export function rememberPlace(contentId: string, seconds: number, duration: number): void {
  const others = read().filter(([id]) => id !== contentId)
  const isWithin = seconds > edgeSeconds && seconds < duration - edgeSeconds
  const rounded = Math.round(seconds * 10) / 10
  const places: Places = isWithin ? [...others, [contentId, rounded]] : others
  try {
    localStorage.setItem(storageName, JSON.stringify(places.slice(-kept)))
  } catch {
    // A page that is being left may not write any more; it has when it was paused or hidden.
  }
}

function read(): Places {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(value) ? value.filter(isPlace) : []
  } catch {
    return []
  }
}

const isPlace = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
