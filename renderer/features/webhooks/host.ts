/** The host of an address, for people; empty while the address is not a whole one. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '')
