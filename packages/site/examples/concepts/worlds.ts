import { createMock } from '@latchkey/mock'

const mock = createMock({ now: '2026-01-15T09:30:00Z' })
await mock.create.user({ email: 'ada@example.com' })

// A second world, which begins with Ada. From now on the two share nothing.
const other = mock.fork()
await other.create.user({ email: 'grace@example.com' })
await other.clock.advance({ days: 1 })

/** The number of users, as an admin's call counts them. */
async function countUsers({ baseUrl, defaults, fetch }: typeof mock): Promise<number> {
  const { id, token } = defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${baseUrl}/api/v0/environments/${id}/users`, { headers })
  return ((await response.json()) as { count: number }).count
}

console.log(await countUsers(mock), mock.clock.iso())
// → 1 2026-01-15T09:30:00.000Z
console.log(await countUsers(other), other.clock.iso())
// → 2 2026-01-16T09:30:00.000Z
