import { shownUrl } from '@latchkey/base/shownUrl'

/** A running mock, and its control token if it has one. */
interface MockAddress {
  readonly url?: string | undefined
  readonly token?: string | undefined
}

/** The flags that name a running mock. @param otherwise - The mock that is meant without them. */
export const addressFlags = (otherwise: string) =>
  ({
    url: {
      type: 'string',
      hint: 'url',
      help: `A running mock, or a world of it. Default: the variable LATCHKEY_URL, which latchkey-mock run sets, or else ${otherwise}.`,
    },
    'control-token': {
      type: 'string',
      hint: 'token',
      help: 'Its control token, if it has one. Default: the variable LATCHKEY_CONTROL_TOKEN.',
    },
  }) as const

/** The values of these flags. */
interface AddressFlags {
  readonly url?: string | undefined
  readonly 'control-token'?: string | undefined
}

/**
 * Reads which mock a command is for: that of the flags, or else of the variables that `latchkey-mock run` gives to its
 * command.
 *
 * @throws TypeError with one line, which shows no credentials
 */
export function readMockAddress(
  { url: flag, 'control-token': flagToken }: AddressFlags,
  { LATCHKEY_URL: variable, LATCHKEY_CONTROL_TOKEN: variableToken }: Readonly<Record<string, string | undefined>>,
): MockAddress {
  const token = flagToken ?? (variableToken || undefined)
  if (flag !== undefined) return { url: readMockUrl(flag), token }
  return { url: variable ? readMockUrl(variable, 'LATCHKEY_URL') : undefined, token }
}

/**
 * Reads the URL of a running mock.
 *
 * @param name - Where the URL comes from.
 * @throws TypeError with one line, which shows no credentials
 */
export function readMockUrl(text: string, name = '--url'): string {
  if (!(/^https?:\/\//.test(text) && URL.canParse(text)))
    throw new TypeError(`${name} takes the URL of a mock, such as http://127.0.0.1:4010, not "${shownUrl(text)}".`)
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw new TypeError(`${name} takes a URL without a user and password. The control token is --control-token.`)
  return text
}
