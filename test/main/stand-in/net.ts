/** Requests of the shell itself, which only its updater makes. */
import { EventEmitter } from 'node:events'
import http from 'node:http'
import https from 'node:https'

export const net = {
  request: (options: http.RequestOptions) =>
    (options.protocol === 'https:' ? https : http).request(options),
}

/** The updater tells it that it quits to install. */
export const autoUpdater = new EventEmitter()
