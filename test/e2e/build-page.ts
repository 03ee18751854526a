import { buildWhatIsStale } from '../../main/build.ts'

/** Before the suites that open the page: it is built once for all of them. */
export async function setup(): Promise<void> {
  await buildWhatIsStale()
}
