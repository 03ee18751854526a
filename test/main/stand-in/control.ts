/** What a test does as a person would, and what it reads: over the channel of a forked process. */
import type { EventEmitter } from 'node:events'
import { dialog, made, Menu } from '../electron-fake.ts'

export type Order =
  | { do: 'press'; label: string }
  | { do: 'close' }
  | { do: 'quit' }
  /** Which button of the next questions is pressed, or which folder is picked. */
  | { do: 'answer'; button: number; folders?: string[] }
  | { do: 'look' }

export type Seen = {
  questions: string[]
  notifications: string[]
  opened: string[]
  tray: string | null
  windows: number
}

type Item = (typeof Menu.application)[number]

const within = (items: readonly Item[]): Item[] =>
  items.flatMap((item) => [item, ...within(item.submenu ?? [])])

function obey(app: EventEmitter & { quit: () => void }, order: Order): void {
  if (order.do === 'press') {
    const items = [...within(Menu.application), ...(made.trays.at(-1)?.menu ?? [])]
    const item = items.find(({ label }) => label === order.label)
    if (!item?.click) throw new Error(`There is no "${order.label}" to press.`)
    item.click()
  } else if (order.do === 'close') for (const window of made.windows) Reflect.get(window, 'close')()
  else if (order.do === 'quit') app.quit()
  else if (order.do === 'answer') {
    dialog.answer = order.button
    dialog.chosen = order.folders ?? []
  }
}

const look = (): Seen => ({
  questions: dialog.asked.map(({ message }) => message),
  notifications: made.notifications.map(({ options }) =>
    String(Reflect.get(Object(options), 'title')),
  ),
  opened: made.opened,
  tray: made.trays.at(-1)?.tip ?? null,
  windows: made.windows.length,
})

export function obeyTest(app: EventEmitter & { quit: () => void }): void {
  process.on('message', (message: { id: number; order: Order }) => {
    let problem: string | null = null
    try {
      obey(app, message.order)
    } catch (error) {
      problem = String(error)
    }
    process.send?.({ id: message.id, problem, seen: look() })
  })
  // A test that is gone leaves no app behind.
  process.once('disconnect', () => process.exit(1))
}
