import { createMock, type Mock } from '@latchkey/mock'
import { mediansOf, medians, prepared } from '../measure.ts'
import { growth, type Row } from '../row.ts'
import { fill, sandboxOf } from '../sandbox.ts'

const userCounts = [100, 10_000, 100_000] as const
const entryCounts = [10, 10_000, 100_000] as const

/** By size, in the order of the sizes. */
function bySize(sizes: readonly number[], times: Readonly<Record<string, number>>): Map<number, number> {
  return new Map(sizes.map((size) => [size, times[size] ?? Number.NaN]))
}

function perRecord(times: ReadonlyMap<number, number>): Map<number, number> {
  return new Map([...times].map(([size, time]) => [size, time / size]))
}

function tasksOf<T>(worlds: ReadonlyMap<number, Mock>, taskOf: (mock: Mock, size: number) => T): Record<string, T> {
  return Object.fromEntries([...worlds].map(([size, mock]) => [size, taskOf(mock, size)]))
}

/** The same calls in worlds with few and with many users, by turns. */
export async function userGrowth(): Promise<Row[]> {
  const worlds = new Map<number, Mock>()
  for (const count of userCounts) {
    const mock = createMock({ signing: 'ES256' })
    await fill(mock, count)
    worlds.set(count, mock)
  }
  const pages = await medians(tasksOf(worlds, (mock, count) => sandboxOf(mock).page('email-asc', count / 2)))
  const searches = await medians(tasksOf(worlds, (mock, count) => sandboxOf(mock).search(`led-${count - 1}@`)))
  const filters = await medians(
    tasksOf(worlds, (mock, count) => sandboxOf(mock).filter('email', `filled-${count - 1}@example.com`)),
  )
  const imports = await mediansOf(
    6,
    tasksOf(worlds, (mock) => {
      const state = mock.export()
      return prepared(
        () => createMock(),
        (other) => other.import(state),
      )
    }),
  )
  // Last, since it changes the sizes; by a fixed number, so that the smallest world stays small.
  const creations = await mediansOf(
    400,
    tasksOf(worlds, (mock) => {
      const { createUser } = sandboxOf(mock)
      return prepared(
        (turn) => ({ email: `later-${turn}@example.com`, firstName: 'Ada' }),
        (user) => createUser(user),
      )
    }),
  )
  return [
    growth('page of 50, users', bySize(userCounts, pages), 1.5),
    growth('create user, users', bySize(userCounts, creations), 1.35),
    growth('filter by e-mail, users', bySize(userCounts, filters), 1.6),
    growth('search, per user', perRecord(bySize(userCounts, searches)), 1),
    growth('import, per user', perRecord(bySize(userCounts, imports)), 1.5),
  ]
}

/** The same calls with short and with long allowlists, by turns. */
export async function allowlistGrowth(): Promise<Row[]> {
  const worlds = new Map<number, Mock>()
  for (const count of entryCounts) worlds.set(count, await withAllowlist(count))
  const pages = await medians(tasksOf(worlds, (mock) => sandboxOf(mock).page('createdAt-desc')))
  const searches = await medians(tasksOf(worlds, (mock) => sandboxOf(mock).search('filled-1')))
  const people = new Map<Mock, Awaited<ReturnType<Mock['create']['user']>>>()
  for (const mock of worlds.values()) people.set(mock, await mock.create.user({ email: 'listed-5@example.com' }))
  const signIns = await mediansOf(
    400,
    tasksOf(worlds, (mock) =>
      prepared(
        () => people.get(mock),
        (user) => user && mock.signIn(user),
      ),
    ),
  )
  return [
    growth('page of 50, entries of an allowlist', bySize(entryCounts, pages), 1.2),
    growth('search, entries of an allowlist', bySize(entryCounts, searches), 1.2),
    growth('sign-in, ES256, entries of an allowlist', bySize(entryCounts, signIns), 1.2),
  ]
}

/** A mock with 100 users, and an allowlist that adds a scope for its people. */
async function withAllowlist(count: number): Promise<Mock> {
  const mock = createMock({ signing: 'ES256' })
  await fill(mock, 100)
  const { id } = await mock.create.allowlist({ name: 'Friends', outcome: 'scope', scope: 'friends' })
  const response = await mock.fetch(`${mock.baseUrl}/api/v0/allowlists/${id}/enable`, {
    method: 'PUT',
    headers: sandboxOf(mock).headers,
  })
  if (!response.ok) throw new Error(`The list was not enabled: ${await response.text()}`)
  for (let i = 0; i < count; i++) await mock.create.allowlistEntry(id, { email: `listed-${i}@example.com` })
  return mock
}
