// Where playback of each recording stopped; stored in this browser.

const storageName = 'earshot.places'
const kept = 300

/** Within this distance of either end, playback starts from the beginning. */
const edgeSeconds = 3

type Positions = (readonly [contentId: string, seconds: number])[]

/** Where to continue, in seconds; null to start from the beginning. */
export const positionIn = (contentId: string): number | null =>
  read().find(([id]) => id === contentId)?.[1] ?? null

export function rememberPosition(contentId: string, seconds: number, duration: number): void {
  const others = read().filter(([id]) => id !== contentId)
  const isWithin = seconds > edgeSeconds && seconds < duration - edgeSeconds
  const rounded = Math.round(seconds * 10) / 10
  const positions: Positions = isWithin ? [...others, [contentId, rounded]] : others
  try {
    localStorage.setItem(storageName, JSON.stringify(positions.slice(-kept)))
  } catch {
    // A page that is being unloaded may fail to write; the position was saved on
    // pause or when hidden.
  }
}

function read(): Positions {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(value) ? value.filter(isPosition) : []
  } catch {
    return []
  }
}

const isPosition = (value: unknown): value is readonly [string, number] =>
  Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
