/**
 * Two worlds of one document, as Electron keeps them: the preload runs in its own, with `require` for
 * `contextBridge` and `ipcRenderer` only, and the page sees nothing of it but what was exposed.
 * Calls pass between them as events of the document, so nothing but copies crosses.
 */

export const worldName = 'preload'
/** The name of the function in the preload's world that reaches the shell. */
export const bindingName = 'standInInvoke'
/** On this channel the page asks for a screen to share; its preload knows nothing of it. */
export const sharingChannel = 'stand-in:share'

/** Runs in the page's world, before its own scripts. */
function pageSide(): void {
  type Given = {
    id: number
    kind: 'value' | 'promise' | 'function'
    value?: unknown
    error?: string
  }
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<number, (value: unknown) => void>()
  let last = 0
  let answer: Given | null = null
  const tell = (detail: object) =>
    document.dispatchEvent(new CustomEvent('stand-in:to-preload', { detail }))
  const asGiven = ({ id, kind, value }: Given): unknown => {
    if (kind === 'function') return () => tell({ call: id })
    if (kind !== 'promise') return value
    const later = Promise.withResolvers<unknown>()
    waiting.set(id, later)
    return later.promise
  }
  const ask = (question: object): unknown => {
    answer = null
    tell(question)
    const given: Given | null = answer
    if (!given) throw new Error('The preload did not answer.')
    return asGiven(given)
  }
  const method =
    (name: string) =>
    (...args: unknown[]): unknown => {
      const copies = args.map((one) => {
        if (typeof one !== 'function') return { value: one }
        listeners.set(++last, one as (value: unknown) => void)
        return { listener: last }
      })
      return ask({ method: name, args: copies })
    }
  document.addEventListener('stand-in:to-page', (event) => {
    const detail = (event as CustomEvent).detail
    if (detail.expose) {
      const api = Object.fromEntries(detail.names.map((name: string) => [name, method(name)]))
      Object.defineProperty(window, detail.expose, { value: Object.freeze(api) })
    } else if (detail.answer) answer = detail.answer
    else if (detail.settled) {
      const { id, value, error }: Given = detail.settled
      const later = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) later?.resolve(value)
      else later?.reject(new Error(error))
    } else if (detail.listener) listeners.get(detail.listener)?.(detail.value)
  })
  // What Electron does before it shares a screen: it asks the shell. An insecure page has no devices.
  const devices = 'mediaDevices' in navigator ? navigator.mediaDevices : null
  const share = devices?.getDisplayMedia.bind(devices)
  if (devices && share)
    devices.getDisplayMedia = async (options = {}) => {
      const { audio = false, video = true } = options
      const request = { audioRequested: audio !== false, videoRequested: video !== false }
      if (!(await ask({ share: request }))) throw new DOMException('Refused.', 'NotAllowedError')
      return share(options)
    }
  tell({ isPageReady: true })
}

/** Runs in the preload's world, before the preload itself. */
function preloadSide(): void {
  type Copy = { value?: unknown; listener?: number }
  const functions = new Map<number, () => void>()
  const invoked = new Map<number, PromiseWithResolvers<unknown>>()
  const subscribers = new Map<string, Set<(...args: unknown[]) => void>>()
  let exposed: { name: string; api: Record<string, (...args: unknown[]) => unknown> } | null = null
  let last = 0
  const tell = (detail: object) =>
    document.dispatchEvent(new CustomEvent('stand-in:to-page', { detail }))
  const expose = () => {
    if (exposed) tell({ expose: exposed.name, names: Object.keys(exposed.api) })
  }
  const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
  const answerOf = (value: unknown): object => {
    const id = ++last
    if (typeof value === 'function') {
      functions.set(id, value as () => void)
      return { id, kind: 'function' }
    }
    if (!(value instanceof Promise)) return { id, kind: 'value', value }
    value.then(
      (settled) => tell({ settled: { id, value: settled } }),
      (error) => tell({ settled: { id, error: messageOf(error) } }),
    )
    return { id, kind: 'promise' }
  }
  const invoke = (channel: string, ...args: unknown[]) => {
    const id = ++last
    const later = Promise.withResolvers<unknown>()
    invoked.set(id, later)
    Reflect.get(globalThis, 'standInInvoke')(JSON.stringify({ id, channel, args }))
    return later.promise
  }
  document.addEventListener('stand-in:to-preload', (event) => {
    const detail = (event as CustomEvent).detail
    if (detail.isPageReady) expose()
    else if (detail.call) functions.get(detail.call)?.()
    else if (detail.share) tell({ answer: answerOf(invoke('stand-in:share', detail.share)) })
    else if (exposed) {
      const args = detail.args.map(({ value, listener }: Copy) =>
        listener === undefined ? value : (told: unknown) => tell({ listener, value: told }),
      )
      tell({ answer: answerOf(exposed.api[detail.method]?.(...args)) })
    }
  })
  const own = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: NonNullable<typeof exposed>['api']) => {
        exposed = { name, api }
        expose()
      },
    },
    ipcRenderer: {
      invoke,
      on: (channel: string, listener: (...args: unknown[]) => void) => {
        if (!subscribers.has(channel)) subscribers.set(channel, new Set())
        subscribers.get(channel)?.add(listener)
      },
      off: (channel: string, listener: (...args: unknown[]) => void) =>
        subscribers.get(channel)?.delete(listener),
    },
  }
  Object.assign(globalThis, {
    require: () => own,
    standInAnswer: ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
      if (error === undefined) invoked.get(id)?.resolve(value)
      else invoked.get(id)?.reject(new Error(error))
      invoked.delete(id)
    },
    standInSend: (channel: string, args: unknown[]) => {
      for (const listener of subscribers.get(channel) ?? []) listener({}, ...args)
    },
  })
}

export const pageScript = `(${pageSide.toString()})()`
export const preloadScript = (preload: string) =>
  `(${preloadSide.toString()})();(() => { const require = globalThis.require; const exports = {}; const module = { exports };\n${preload}\n})()`
