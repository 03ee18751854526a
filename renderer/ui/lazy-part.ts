import { lazy, type ComponentType } from 'react'

const againMs = 2_000

/**
 * A part that is no part of the first load: its code is fetched when it is first shown. A service
 * that is away is waited for, because what is on the screen is worth more than the part that is not.
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
