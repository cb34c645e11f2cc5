type Variables = Readonly<Record<string, string | undefined>>

/** The variables that name a proxy, in either case: curl, Python, Go and Node read them so. */
const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']

const loopback = ['localhost', '127.0.0.1', '::1']

/**
 * The variables that keep a command's requests to this machine away from its proxy, which could not reach the mock.
 *
 * @returns Nothing where no proxy is set, or none is used anyway.
 */
export function noProxyVariables(env: Variables): Record<string, string> {
  const has = (name: string) => Boolean(env[name] || env[name.toLowerCase()])
  if (!proxies.some(has)) return {}
  const hosts = (env['NO_PROXY'] || env['no_proxy'] || '').split(/[\s,]+/).filter(Boolean)
  if (hosts.includes('*')) return {}
  const value = [...new Set([...hosts, ...loopback])].join(',')
  return { NO_PROXY: value, no_proxy: value }
}
