/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Raw headers, which are names and values in turn, as pairs. */
export function headerPairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
}

/** The raw headers that a proxy passes on: all but those of the connection, and those that `Connection` names. */
export function passedHeaders(rawHeaders: readonly string[], except: readonly string[] = []): string[] {
  const pairs = headerPairs(rawHeaders)
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((each) => each.trim().toLowerCase()))
  const left = new Set([...ofConnection, ...named, ...except])
  return pairs.filter(([name]) => !left.has(name.toLowerCase())).flat()
}
