import { lazy, type ComponentType } from 'react'

const againMs = 2_000

/**
 * A component outside of the first load: its code is fetched when it is first rendered. Keeps
 * retrying while the service is unreachable, because an error would replace the rest of the screen.
 */
export const lazyPart = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await insistOn(load) }))

/**
 * A screen's code, asked for again while the service is away. If it is there but the code is not, the page is older
 * than the service: the router then loads it anew, once.
 */
export async function insistOnScreen<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      if (await isServiceThere()) return load()
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

const isServiceThere = (): Promise<boolean> =>
  fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

async function insistOn<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}
