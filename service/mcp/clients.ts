import { createEarshot, type Earshot, type EarshotOptions } from '../client/index.ts'
import { assistantHeader } from '../http/assistants.ts'

export type Clients = {
  /** Finds what the arguments name. */
  find: Earshot
  /** Does what was asked for: its requests name the tool (see http/assistants.ts). */
  api: Earshot
}

/** Clients for one call of a tool. */
export type Connect = (tool: string) => Promise<Clients>

/** @param connection where the service answers, and the key; asked for at each call, as either may change */
export const connectWith =
  (connection: () => EarshotOptions | Promise<EarshotOptions>): Connect =>
  async (tool) => {
    const options = await connection()
    return {
      find: createEarshot(options),
      api: createEarshot({ ...options, fetch: marked(options.fetch, tool) }),
    }
  }

type Fetch = typeof globalThis.fetch

/** Says with each request which tool it is made for. The bytes of an upload have an address of their own. */
const marked =
  (fetch: Fetch = globalThis.fetch, tool: string): Fetch =>
  (input, init) => {
    if (input instanceof Request) input.headers.set(assistantHeader, tool)
    return fetch(input, init)
  }
