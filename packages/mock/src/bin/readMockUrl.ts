import { shownUrl } from '../shared/shownUrl.ts'

/** Reads the URL of a running mock. @throws TypeError with one line, which shows no credentials */
export function readMockUrl(text: string): string {
  if (!(/^https?:\/\//.test(text) && URL.canParse(text)))
    throw new TypeError(`--url takes the URL of a mock, such as http://127.0.0.1:4010, not "${shownUrl(text)}".`)
  const { username, password } = new URL(text)
  if (username !== '' || password !== '')
    throw new TypeError('--url takes a URL without a user and password. The control token is --control-token.')
  return text
}
