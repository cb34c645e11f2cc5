/** Why the system lets nobody listen. */
export const listenRefusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken.',
  EACCES: 'this port needs more rights than the process has.',
  EADDRNOTAVAIL: 'this machine does not have the address.',
  ENOTFOUND: 'the name is unknown.',
}

/** Turns the error of a port that cannot be used into a sentence. */
export const cannotListen =
  (port: number) =>
  (error: NodeJS.ErrnoException): never => {
    const reason = listenRefusals[error.code ?? '']
    throw reason === undefined ? error : new TypeError(`Cannot listen at port ${port}: ${reason}`, { cause: error })
  }
