import { create } from 'zustand'
import { handIn, type Send } from './hand-in.ts'
import type { Take } from './take.ts'
import { findTake, listKeptTakes, removeTake, whileAlone } from './vault.ts'

type Kept = {
  /** Takes that are not handed in, and which of them are on their way. */
  kept: readonly Take[]
  sending: readonly string[]
  /** Why the last try to hand one in failed, by take. */
  failures: Readonly<Record<string, unknown>>
}

/** What a crash cut off, or the service did not get; it lies on this device. */
export const useKept = create<Kept>(() => ({ kept: [], sending: [], failures: {} }))

const { getState, setState } = useKept

/** Held by the one window that offers; another one may take it. */
const offerLock = 'earshot.kept-recordings'
let isOffering = false

/**
 * Offers in this window what is kept, and in no other one: the one that a person looks at. Looks
 * again where it offers already.
 */
export async function offerKept(): Promise<void> {
  if (isOffering) return lookForKept()
  isOffering = true
  const held = navigator.locks.request(offerLock, { steal: true }, async () => {
    await lookForKept()
    return new Promise<never>(() => {})
  })
  // It ends only where another window takes it.
  held.catch(() => {
    isOffering = false
    setState(({ kept, sending }) => ({ kept: kept.filter(({ id }) => sending.includes(id)) }))
  })
}

/** Looks for takes that were cut off or not handed in. */
async function lookForKept(): Promise<void> {
  const found = await listKeptTakes()
  // Those on their way are another window's for `listKeptTakes`, as this one holds them.
  const { kept, sending } = getState()
  const own = kept.filter(({ id }) => sending.includes(id) && !found.some((one) => one.id === id))
  setState({ kept: [...own, ...found] })
}

/** Remembers why a take did not reach the service, and offers it again. */
export async function keepFailed(id: string, error: unknown): Promise<void> {
  setState(({ failures }) => ({ failures: { ...failures, [id]: error } }))
  await offerKept()
}

type Place = { projectId: string; contentId: string }

/** Hands a kept take in, to this project; null where it failed, or another window has it or had it. */
export async function sendKept(id: string, projectId: string, send: Send): Promise<Place | null> {
  setState(({ sending }) => ({ sending: [...sending, id] }))
  let place: Place | null = null
  try {
    const { openTakeFiles } = await import('./take-files.ts')
    await whileAlone(id, async () => {
      // As it lies there now: another window may have handed it in since it was shown.
      const take = await findTake(id)
      if (!take) return
      const files = await openTakeFiles(id)
      const moved = { ...take, project_id: projectId }
      const contentId = await handIn(moved, { files, rest: [] }, send)
      place = { projectId, contentId }
    })
  } catch (error) {
    setState(({ failures }) => ({ failures: { ...failures, [id]: error } }))
  }
  setState(({ sending }) => ({ sending: sending.filter((one) => one !== id) }))
  await lookForKept()
  return place
}

export async function discardKept(id: string): Promise<void> {
  await whileAlone(id, () => removeTake(id))
  await lookForKept()
}
