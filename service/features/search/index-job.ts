import { Type } from 'typebox'
import { defineJob } from '../../queue/job.ts'

/** Reads what is said in a very long recording for search and Ask. */
export const indexJob = defineJob({
  name: 'content.index',
  payload: Type.Object({ content_id: Type.String() }),
  lane: 'light',
  attempts: 3,
})
