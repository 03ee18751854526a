import { listProjects } from 'earshot/client'

const storageName = 'earshot.first-run'

/** Remembers that the first steps were completed or skipped: they no longer open by themselves. */
export const noteSeen = (): void => localStorage.setItem(storageName, 'seen')

/** Whether to show the first steps: there are no recordings yet, and nobody has skipped them. */
export async function isFirstRun(): Promise<boolean> {
  if (localStorage.getItem(storageName) !== null) return false
  try {
    // Without a project there are no recordings.
    const { data } = await listProjects({ query: { limit: 1 } })
    if (data.length > 0) noteSeen()
    return data.length === 0
  } catch {
    // The screen itself reports the failure.
    return false
  }
}
