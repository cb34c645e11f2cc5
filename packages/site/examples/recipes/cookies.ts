import { createMock } from '@latchkey/mock'

const mock = createMock({ baseUrl: 'https://login.example.com' })
await mock.settings.cookies({ hostname: 'login.example.com', origins: ['https://app.example.com'] })

const ada = await mock.create.user({ email: 'ada@example.com' })
const { cookies } = await mock.signIn(ada)
const cookie = cookies.map((text) => text.split(';')[0]).join('; ')
console.log(cookie.slice(0, cookie.indexOf('=')))
// → LATCHKEY_AUTH

/** Asks who is signed in, as a page of the app does. */
async function ask(cookie: string): Promise<number> {
  const { id } = mock.defaults.environments.sandbox
  const url = `${mock.baseUrl}/api/v0/sdk/${id}/users`
  // A page's script cannot set these two headers, so the request goes in as a server would get it.
  const sent: Record<string, string> = { cookie, origin: 'https://app.example.com' }
  const get = (name: string) => sent[name] ?? null
  const response = await mock.serve({ method: 'GET', url, headers: { get }, text: async () => '' })
  return response?.status ?? 0
}
console.log(await ask(cookie), await ask(''))
// → 200 401
