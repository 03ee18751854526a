/** Entry of the thread that reads one calendar; its time and memory are bounded from outside. */
import { parentPort, workerData } from 'node:worker_threads'
import { JobError } from '../../core/errors.ts'
import {
  CalendarUnreadable,
  readCalendar,
  type CalendarBounds,
  type ReadCalendar,
} from './parse-calendar.ts'

export type ThreadInput = { bytes: Uint8Array; bounds: CalendarBounds }
/** The message says what is wrong with the calendar. */
export type ThreadAnswer = { calendar: ReadCalendar } | { message: string }

function answer({ bytes, bounds }: ThreadInput): ThreadAnswer {
  try {
    return { calendar: readCalendar(bytes, bounds) }
  } catch (error) {
    if (error instanceof CalendarUnreadable || error instanceof JobError) {
      return { message: error.message }
    }
    throw error
  }
}

parentPort?.postMessage(answer(workerData))
