import { lazy, type ComponentType } from 'react'

const againMs = 2_000

/**
 * A component outside of the first load: its code is fetched when it is first rendered. Keeps
 * retrying while the service is unreachable, because an error would replace the rest of the screen.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await insistOn(load) }))

async function insistOn<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
