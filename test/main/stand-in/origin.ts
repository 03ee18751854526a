/**
 * Chromium alone opens no address of a scheme that it does not know. Its page stands at an https
 * address instead, and everything that the shell sees or says is translated on the way.
 */
const shown = /^https:\/\/(?<host>[\w-]+)\.(?<scheme>[\w-]+)\.test(?=\/|$)/u
const own = /^(?<scheme>app):\/\/(?<host>[\w-]+)/u

export const toElectron = (address: string): string => address.replace(shown, '$<scheme>://$<host>')
export const toChromium = (address: string): string =>
  address.replace(own, 'https://$<host>.$<scheme>.test')
