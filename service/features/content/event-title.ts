/** A title from the calendar, where neither a person nor the file's name tells. */
import type { Tx } from '../../db/database.ts'
import { indexContent } from '../search/index-content.ts'
import { isNameOfMachine } from './proposed-title.ts'
import { selectContent, updateFields } from './store.ts'

/**
 * Calls a recording as the event is called that was recorded, or no longer. What a person called it goes before, and so
 * does what the name of its file says.
 */
export async function titleByEvent(tx: Tx, contentId: string, title: string | null): Promise<void> {
  const row = await selectContent(tx, contentId)
  if (!row) return
  const event_title = isNameOfMachine(row.name_title ?? row.filename) ? title : null
  if (event_title === row.event_title) return
  await updateFields(tx, contentId, { event_title })
  await indexContent(tx, contentId)
}
