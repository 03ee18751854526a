import { dialog } from 'electron'
import type { Quit } from './quit.ts'
import type { Texts } from './texts.ts'
import type { UpdateState } from './desktop-api.ts'
import type { Updates } from './updates.ts'

/** Checks for updates from the menu, using dialogs; the page has its own controls. */
export async function tellOfUpdates(updates: Updates, texts: Texts, quit: Quit): Promise<void> {
  let state: UpdateState = updates.state()
  if (state.kind !== 'ready') state = await updates.check()
  if (state.kind === 'available') {
    const buttons = [texts.download, texts.later]
    const message = texts.updateAvailable(state.version)
    const { response } = await dialog.showMessageBox({ message, buttons, cancelId: 1 })
    if (response !== 0) return
    state = await updates.download()
  }
  if (state.kind === 'off') await dialog.showMessageBox({ message: texts.updateOff })
  if (state.kind === 'newest') await dialog.showMessageBox({ message: texts.updateNewest })
  if (state.kind === 'failed') {
    const { reason: detail } = state
    await dialog.showMessageBox({ type: 'error', message: texts.updateFailed, detail })
  }
  if (state.kind !== 'ready') return
  const { response } = await dialog.showMessageBox({
    message: texts.updateReady(state.version),
    detail: texts.updateReadyDetail,
    buttons: [texts.restart, texts.later],
    cancelId: 1,
  })
  if (response === 0) await quit(updates.install)
}
