import { Type } from 'typebox'
import { defineJob } from '../../queue/job.ts'

/** Reading a file takes seconds at most, so it does not wait for the engine. */
export const importJob = defineJob({
  name: 'content.import',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'light',
  attempts: 3,
})
