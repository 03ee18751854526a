import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { UtilityProcess } from './utility-process.ts'

/**
 * What the shell's files take from `electron`, faked at that edge only: windows record their
 * options, and utility processes are real processes of plain Node.
 */
export const made: {
  windows: BrowserWindow[]
  children: ChildProcess[]
  opened: string[]
  notifications: Notification[]
} = { windows: [], children: [], opened: [], notifications: [] }

export class BrowserWindow extends EventEmitter {
  readonly options: unknown

  constructor(options: unknown) {
    super()
    this.options = options
    made.windows.push(this)
  }

  getNormalBounds = () => ({ x: 5, y: 6, width: 900, height: 700 })
  show = () => undefined
}

export class Notification extends EventEmitter {
  static isSupported = () => true
  readonly options: unknown
  isShown = false

  constructor(options: unknown) {
    super()
    this.options = options
    made.notifications.push(this)
  }

  show = () => void (this.isShown = true)
}

export const shell = {
  openExternal: async (address: string) => void made.opened.push(address),
}

export const utilityProcess = {
  fork(...[entry, args, options]: ConstructorParameters<typeof UtilityProcess>) {
    const started = new UtilityProcess(entry, args, options)
    made.children.push(started.child)
    return started
  },
}
