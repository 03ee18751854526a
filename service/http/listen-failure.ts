const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'this user may not listen there',
}

/** Why it cannot be listened there, with the variable of the environment that says where. */
export function toListenFailure(
  variable: string,
  { host, port }: { host: string; port: number },
  error: unknown,
): Error {
  const { code = '', message } = error as NodeJS.ErrnoException // of Node's net
  const reason = reasons[code] ?? message
  return new Error(`${variable}: ${host}, port ${port}: ${reason}.`, { cause: error })
}
