import { asFailure } from '../../api/failure.ts'

type BulkFailure = { id: string; message: string }
export type BulkResult = { done: string[]; failed: BulkFailure[] }

type Steps = {
  atOnce: number
  signal: AbortSignal
  /** Called after each item with the number done so far. */
  onStep: (result: BulkResult) => void
}

/** Applies an action to many items, a few at a time; one failure does not stop the others. */
export async function runBulk(
  ids: readonly string[],
  work: (id: string) => Promise<void>,
  { atOnce, signal, onStep }: Steps,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failed: [] }
  const queue = [...ids].values()
  const worker = async () => {
    for (const id of queue) {
      if (signal.aborted) return
      try {
        await work(id)
        result.done.push(id)
      } catch (error) {
        result.failed.push({ id, message: asFailure(error).message })
      }
      onStep(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return result
}
