import { setImmediate as turn } from 'node:timers/promises'

// Takes more memory all the time.
const taken: number[][] = []
for (;;) {
  taken.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5))
  await turn()
}
