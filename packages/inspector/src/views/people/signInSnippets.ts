interface SignedInSession {
  /** Of the mock or the world. */
  readonly url: string
  readonly environmentId: string
  /** The session token. */
  readonly token: string
  /** The session as the client stores it. */
  readonly stored: { readonly key: string; readonly value: string }
}

interface Snippet {
  readonly name: string
  /** The purpose of the snippet. */
  readonly hint: string
  textWith(place: SignedInSession): string
}

const always: readonly Snippet[] = [
  {
    name: 'Browser',
    hint: 'Paste it into the console of your app’s page. The page is then signed in by @latchkey/client/session.',
    textWith: ({ stored: { key, value } }) =>
      `localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})\nlocation.reload()`,
  },
  {
    name: 'Client',
    hint: 'Calls operations as this person.',
    textWith: ({ url, environmentId, token }) => `import { bearer, createTransport } from '@latchkey/client'
import { profile } from '@latchkey/client/operations'

const client = createTransport({
  baseUrl: '${url}',
  environmentId: '${environmentId}',
  auth: bearer('${token}'),
})

const me = await profile.get(client)`,
  },
  {
    name: 'curl',
    hint: 'Reads the profile in a shell.',
    textWith: ({ url, environmentId, token }) => `curl ${url}/api/v0/sdk/${environmentId}/users \\
  --header 'authorization: Bearer ${token}'`,
  },
]

/** How a session is used. @param cookies - `Set-Cookie` lines, where the environment keeps sessions in cookies */
export function signInSnippets(cookies: readonly string[]): readonly Snippet[] {
  if (cookies.length === 0) return always
  const inCookies: Snippet = {
    name: 'Cookies',
    hint: 'The environment keeps sessions in cookies. These are the Set-Cookie lines of the sign-in.',
    textWith: () => cookies.join('\n'),
  }
  return [inCookies, ...always.slice(1)]
}
