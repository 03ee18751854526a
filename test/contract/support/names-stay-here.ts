import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded into the service that is fuzzed: every name leads to this machine, where nobody listens, so
 * that webhooks made of random addresses reach no one.
 */
Object.assign(dns, { lookup: async () => [{ address: '127.0.0.1', family: 4 }] })
syncBuiltinESMExports()
