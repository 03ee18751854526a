/**
 * The address of the database as the environment sets it, for config.ts; null where it sets none. Adds what is wrong to
 * `problems`, without a word of it: there is a password in it.
 */
export function readDatabaseUrl(env: NodeJS.ProcessEnv, problems: string[]): string | null {
  const url = env['EARSHOT_DATABASE_URL'] || null
  if (url === null) return null
  const [, authority, rest = ''] = /^postgres(?:ql)?:\/\/([^/?#]*)(.*)$/.exec(url) ?? []
  if (authority === undefined) {
    problems.push('EARSHOT_DATABASE_URL must be postgresql://user:password@host:port/database')
    return url
  }
  if (listsHosts(authority, rest)) {
    problems.push(
      'EARSHOT_DATABASE_URL names several hosts: give one address, which follows the primary (service/deploy/README.md)',
    )
  } else if (isCutShort(authority, rest) || !isReadable(url)) {
    problems.push(
      'EARSHOT_DATABASE_URL must be postgresql://user:password@host:port/database: percent-encode what has a meaning there, in the password # as %23, / as %2F, ? as %3F, % as %25',
    )
  }
  return withPlainMode(url)
}

function listsHosts(authority: string, rest: string): boolean {
  const [, host = ''] = /[?&]host=([^&]*)/.exec(rest) ?? []
  // The folder of a socket may have any name.
  const isFolder = /^(?:\/|%2f)/i.test(host)
  return /,[^@]*$/.test(authority) || (/,|%2c/i.test(host) && !isFolder)
}

/** A sign in the password ended the part with the host before its time; other numbers would be taken for a port. */
const isCutShort = (authority: string, rest: string): boolean =>
  rest.includes('#') || (!authority.includes('@') && /^(?:[^?]*@|\?.*@)/.test(rest))

function isReadable(url: string): boolean {
  // The driver's own form of a socket.
  const parsed = URL.parse(url.replace('@/', '@localhost/'))
  if (parsed === null) return false
  try {
    // A % that is none of percent-encoding is taken as it is.
    const encoded = /%(?![0-9a-f]{2})/i
    const parts = [parsed.username, parsed.password, parsed.pathname]
    for (const part of parts) if (!encoded.test(part)) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

/**
 * To the driver they mean the same as `verify-full`, of which it warns on stderr, in ten lines: the next version of it
 * will not verify any more. So they are given the name of what they mean.
 */
const withPlainMode = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
