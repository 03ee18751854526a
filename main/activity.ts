import { app, powerSaveBlocker, type BrowserWindow } from 'electron'
import type { Activity } from './desktop-api.ts'
import { recordingBadge } from './icons.ts'

export type ActivityWatch = {
  current: () => Activity
  /** Called when the page reports its activity; updates the shell and keeps the computer awake. */
  note: (activity: Activity) => void
}

/** Shows the page's activity in the system: a badge, and no sleep while it records or uploads. */
export function watchActivity(
  window: () => BrowserWindow | null,
  onChange: (activity: Activity) => void,
): ActivityWatch {
  let activity: Activity = { recording: 'idle', uploads: 0 }
  let blocker: number | null = null
  const stayAwake = (isNeeded: boolean) => {
    if (isNeeded) blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    else if (blocker !== null) {
      powerSaveBlocker.stop(blocker)
      blocker = null
    }
  }
  return {
    current: () => activity,
    note: (next) => {
      activity = next
      const isRecording = next.recording === 'recording'
      stayAwake(isRecording || next.uploads > 0)
      app.dock?.setBadge(isRecording ? '●' : '')
      window()?.setOverlayIcon(isRecording ? recordingBadge() : null, isRecording ? '●' : '')
      onChange(next)
    },
  }
}
