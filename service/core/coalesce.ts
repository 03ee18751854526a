/**
 * A call that starts `work`, of which there is never more than one at a time: whoever calls while it goes on gets it
 * done once more afterwards, however many they are. `work` must not reject.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let isWanted = false
  let isBusy = false
  const workWhileWanted = async (): Promise<void> => {
    isBusy = true
    while (isWanted) {
      isWanted = false
      await work()
    }
    isBusy = false
  }
  return () => {
    isWanted = true
    if (!isBusy) void workWhileWanted()
  }
}
