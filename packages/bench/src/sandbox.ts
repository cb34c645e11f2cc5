import type { createMock } from '@latchkey/mock'

type Mock = ReturnType<typeof createMock>

/** Calls of the sandbox of a mock, as a server makes them. */
export function sandboxOf(mock: Mock) {
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const users = `${mock.baseUrl}/api/v0/environments/${id}/users`
  const get = (query: string) => () => mock.fetch(`${users}?${query}`, { headers })
  return {
    headers,
    users,
    page: (orderBy: string, offset = 0) => get(`limit=50&offset=${offset}&orderBy=${orderBy}`),
    search: (text: string) => get(`limit=50&filter%5BfilterValue%5D=${encodeURIComponent(text)}`),
    filter: (column: string, text: string) =>
      get(`filter%5BfilterColumn%5D=${column}&filter%5BfilterValue%5D=${encodeURIComponent(text)}`),
    async createUser(input: object): Promise<void> {
      const response = await mock.fetch(users, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      if (response.status !== 201) throw new Error(`No user was created: ${await response.text()}`)
    },
  }
}

/** Fills the sandbox through the interface. @returns What it took, in milliseconds. */
export async function fill(mock: Mock, count: number): Promise<number> {
  const { createUser } = sandboxOf(mock)
  const start = performance.now()
  for (let i = 0; i < count; i++)
    await createUser({ email: `filled-${i}@example.com`, firstName: `Name ${(i * 7919) % count}` })
  return performance.now() - start
}
