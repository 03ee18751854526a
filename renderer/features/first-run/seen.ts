import { listProjects } from 'earshot/client'

const storageName = 'earshot.first-run'

/** The first steps were taken or skipped here; they are not shown by themselves again. */
export const noteSeen = (): void => localStorage.setItem(storageName, 'seen')

/** Whether to begin with the first steps: nothing is here yet, and nobody skipped them. */
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
