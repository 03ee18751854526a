import { afterAll, inject, TestRunner } from 'vitest'
import { readProcessorSeconds } from './processor-seconds.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The most processor seconds that a file of this project may take. */
    processorBudget: number
  }
  interface TaskMeta {
    /** What a test file took of the processors, with the processes that it started. */
    processorSeconds?: number
  }
}

/*
 * A setup file is evaluated for each test file before that is imported, and its afterAll runs last. Whatever a worker
 * makes once for all its files, such as a migrated database, is counted to the first file that needs it.
 */
const secondsBefore = readProcessorSeconds(process.pid)
const { file } = TestRunner.getCurrentSuite()

afterAll(() => {
  const secondsAfter = readProcessorSeconds(process.pid)
  if (secondsBefore === null || secondsAfter === null || !file) return
  const processorSeconds = Math.max(0, secondsAfter - secondsBefore)
  file.meta.processorSeconds = processorSeconds
  // Where a change brings them along, they take what they take.
  const budget = file.name.includes('.nightly.') ? Infinity : inject('processorBudget')
  if (processorSeconds > budget) {
    throw new Error(
      `This file took ${processorSeconds.toFixed(0)} s of the processors, and may take ${budget}. ` +
        'Make it cheaper, or move what repeats another file into one that ends with .nightly.test.ts.',
    )
  }
})
