/**
 * The options that `startServer` takes beside those of a mock, for a mock that is given one of them. The rules of the
 * server are compared with this list by the compiler.
 */
export const serverOptionNames = [
  'port',
  'host',
  'allowHosts',
  'trustProxy',
  'baseUrl',
  'controlToken',
  'requestTimeoutMs',
  'worlds',
  'state',
  'prepare',
  'attach',
  'https',
  'onAnswer',
  'onLoad',
  'otlp',
  'stateSync',
] as const

export type ServerOptionName = (typeof serverOptionNames)[number]
