/**
 * Loaded before the service: it hears of the page's origin as the shell has it, and answers with the
 * one that Chromium knows. All that it decides about origins, it decides itself.
 */
import { IncomingMessage, Server, ServerResponse } from 'node:http'
import { toChromium, toElectron } from './origin.ts'

const emit = Reflect.get(Server.prototype, 'emit')
Server.prototype.emit = function translated(this: Server, event: string, ...args: unknown[]) {
  const [request] = args
  if (request instanceof IncomingMessage && request.headers.origin !== undefined)
    request.headers.origin = toElectron(request.headers.origin)
  return Reflect.apply(emit, this, [event, ...args])
}

const allowed = 'access-control-allow-origin'
const { setHeader, writeHead } = ServerResponse.prototype
ServerResponse.prototype.setHeader = function translated(name, value) {
  const isOrigin = name.toLowerCase() === allowed && typeof value === 'string'
  return Reflect.apply(setHeader, this, [name, isOrigin ? toChromium(value) : value])
}
ServerResponse.prototype.writeHead = function translated(this: ServerResponse, ...args: unknown[]) {
  const headers = args.at(-1)
  if (typeof headers === 'object' && headers !== null)
    for (const [name, value] of Object.entries(headers))
      if (name.toLowerCase() === allowed) Reflect.set(headers, name, toChromium(String(value)))
  return Reflect.apply(writeHead, this, args)
} as typeof writeHead
