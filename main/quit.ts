import { dialog } from 'electron'
import type { Activity } from './activity.ts'
import type { Texts } from './texts.ts'

/** What would be lost or cut short by quitting now, or null. Jobs of the service are not: it puts them back. */
export function whyStay(
  { recording, uploads }: Activity,
  texts: Texts,
): { message: string; detail: string } | null {
  if (recording !== 'idle') {
    return { message: texts.askRecording, detail: texts.askRecordingDetail }
  }
  return uploads > 0 ? { message: texts.askUploads, detail: texts.askUploadsDetail } : null
}

/** Asks where there is a reason to; true where the app may go. */
export async function mayQuit(activity: Activity, texts: Texts): Promise<boolean> {
  const reason = whyStay(activity, texts)
  if (reason === null) return true
  const { response } = await dialog.showMessageBox({
    ...reason,
    type: 'warning',
    buttons: [texts.quitNow, texts.stay],
    defaultId: 1,
    cancelId: 1,
  })
  return response === 0
}
