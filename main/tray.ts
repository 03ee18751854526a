import { Menu, Tray } from 'electron'
import type { Activity } from './desktop-api.ts'
import { trayIcon } from './icons.ts'
import type { Texts } from './texts.ts'

export type TrayActions = {
  open: () => void
  record: () => void
  stop: () => void
  quit: () => void
}

/** The tray icon: shows what is in progress and offers a few actions. */
export function createTray(texts: Texts, actions: TrayActions): (activity: Activity) => void {
  const tray = new Tray(trayIcon('idle'))
  tray.on('click', actions.open)
  const show = (activity: Activity) => {
    const isRecording = activity.recording !== 'idle'
    tray.setImage(trayIcon(activity.recording))
    tray.setToolTip(describe(texts, activity))
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: describe(texts, activity), enabled: false },
        { type: 'separator' },
        isRecording
          ? { label: texts.stop, click: actions.stop }
          : { label: texts.record, click: actions.record },
        { label: texts.open, click: actions.open },
        { type: 'separator' },
        { label: texts.quit, click: actions.quit },
      ]),
    )
  }
  show({ recording: 'idle', uploads: 0 })
  return show
}

function describe(texts: Texts, { recording, uploads }: Activity): string {
  if (recording !== 'idle') return texts[recording]
  return uploads > 0 ? texts.uploading(uploads) : texts.idle
}
