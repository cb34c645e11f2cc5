import { isLoopbackName } from '@latchkey/base/hostName'

/** The flags of the commands that stand before a deployment. */
export const targetFlags = {
  target: {
    type: 'string',
    hint: 'url',
    help: 'The deployment: its origin, and the path before /api/v0 if there is one.',
  },
  port: {
    type: 'string',
    short: 'p',
    hint: 'number',
    help: 'Port of this machine to listen at; 0 picks a free one. Default 4011.',
  },
  'allow-host': { type: 'string', multiple: true, hint: 'name', help: 'Accept requests for this host name, too.' },
  timeout: { type: 'string', hint: 'seconds', help: 'How long the deployment may be silent. Default 30.' },
  names: {
    type: 'string',
    hint: 'file',
    help: 'How the deployment and the app spell the interface, if not as the OpenAPI document does.',
  },
} as const

/**
 * Reads the URL of a deployment. No message repeats it, since it may have a password in it.
 *
 * @throws TypeError with one line that says what is wrong
 */
export function readTarget(text: string | undefined): URL {
  if (text === undefined) throw new TypeError('--target is missing: --target <url>.')
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('--target takes an http or https URL, such as https://api.example.com.')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('--target takes a URL without a user and password. Tokens are in the requests that pass.')
  if (url.search !== '' || url.hash !== '') throw new TypeError('--target takes a URL without a query and fragment.')
  if (/\/api(\/v0)?\/?$/.test(url.pathname))
    throw new TypeError('--target must end before /api/v0, which requests add.')
  return url
}

/** The limit of `--timeout` in milliseconds. @throws TypeError with one line that says what is wrong */
export function readTimeout(text: string): number {
  const seconds = Number(text)
  if (/^\d{1,4}(\.\d{1,3})?$/.test(text) && seconds > 0) return seconds * 1_000
  throw new TypeError(`--timeout takes seconds from 0.001 to 9999, not "${text}".`)
}

/** A proxy before itself would pass a request on for ever. @throws TypeError with one line */
export function refuseOwnAddress({ hostname, port }: URL, ownPort: number): void {
  if (isLoopbackName(hostname) && port === String(ownPort))
    throw new TypeError('--target is the address of this command itself. Choose another --port.')
}
