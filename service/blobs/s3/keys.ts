import { isId } from '../../core/ids.ts'

/**
 * What the objects are called: as the files in a data folder, so that a copy of the folder `recordings` is a store.
 */
export const recordings = 'recordings/'
/** What is being sent; nothing in it is a recording yet. */
export const incoming = 'incoming/'
/** An empty object for each recording that was found without a row. */
export const orphaned = 'orphaned/'

const keyIn = (prefix: string, contentId: string): string => {
  if (!isId('cont', contentId)) throw new Error('Recordings are named by content ids only.')
  return prefix + contentId
}

export const recordingKey = (contentId: string): string => keyIn(recordings, contentId)
export const incomingKey = (contentId: string): string => keyIn(incoming, contentId)
export const orphanKey = (contentId: string): string => keyIn(orphaned, contentId)
export const sidecarKey = (contentId: string): string => `${recordingKey(contentId)}.json`
