/** Requests of the shell itself, which only its updater makes. */
import { EventEmitter } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { ClientRequestConstructorOptions } from 'electron'

/** As much as the updater uses. */
type Asked = Pick<http.ClientRequest, 'abort' | 'end' | 'on'>

export const net = {
  request: (options: ClientRequestConstructorOptions | string): Asked => {
    if (typeof options === 'string') return http.request(options)
    const { protocol = 'https:' } = options
    return (protocol === 'https:' ? https : http).request(options as http.RequestOptions)
  },
}

/** The updater tells it that it quits to install. */
export const autoUpdater = new EventEmitter()
