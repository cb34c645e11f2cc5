/** Why the system lets nobody listen. */
export const listenRefusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is taken.',
  EACCES: 'this port needs more rights than the process has.',
  EADDRNOTAVAIL: 'this machine does not have the address.',
  ENOTFOUND: 'the name is unknown.',
}
