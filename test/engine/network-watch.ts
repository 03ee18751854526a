// Loaded before a child's own code: notes every way out of the process that is tried, in a file.
import { appendFileSync } from 'node:fs'
import dgram from 'node:dgram'
import dns from 'node:dns'
import net from 'node:net'

const file = process.env['EARSHOT_NETWORK_LOG']

function note(what: string): never {
  if (file) appendFileSync(file, `${what}\n`)
  throw new Error(`${what} was opened`)
}

net.Socket.prototype.connect = () => note('socket')
dgram.Socket.prototype.send = () => note('datagram')
dns.lookup = (() => note('name')) as unknown as typeof dns.lookup // a stand-in that never answers
globalThis.fetch = () => note('address')
if (file) appendFileSync(file, 'watching\n')
