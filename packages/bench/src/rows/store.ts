import { createMock } from '@latchkey/mock'
import { medians } from '../measure.ts'
import { duration, type Row, timed } from '../row.ts'
import { fill } from './requests.ts'

export async function lists(): Promise<Row[]> {
  const mock = createMock()
  const count = 100_000
  await fill(mock, count)
  const { id, token } = mock.defaults.environments.sandbox
  const headers = { authorization: `Bearer ${token}` }
  const page = (query: string) => () =>
    mock.fetch(`${mock.baseUrl}/api/v0/environments/${id}/users?${query}`, { headers })
  const array = Array.from({ length: count }, (_, i) => ({
    id: i,
    createdAt: i,
    email: `filled-${i}@example.com`,
    firstName: `Name ${(i * 7919) % count}`,
  }))
  const reading = await medians({
    first: page('limit=50&orderBy=createdAt-desc'),
    deep: page('limit=50&offset=77777&orderBy=email-asc'),
    sorting: () => [...array].sort((a, b) => (a.email < b.email ? -1 : 1)).slice(77_777, 77_827),
  })
  let written = 0
  const writing = await medians({
    afterWrite: async () => {
      await mock.create.user({ email: `late-${++written}@example.com` })
      return page('limit=50&offset=77777&orderBy=email-asc')()
    },
    write: () => mock.create.user({ email: `later-${++written}@example.com` }),
  })
  const state = mock.export()
  const worlds = await medians({
    snapshot: () => mock.snapshot(),
    reset: () => {
      const kept = mock.snapshot()
      mock.restore(kept)
    },
    fork: () => mock.fork(),
    instance: () => createMock(),
  })
  const clone = (await medians({ clone: () => structuredClone(state) }, 1)).clone
  const afterWrite = writing.afterWrite - writing.write
  return [
    timed('page of 50 of 100 000 users, newest first (p50)', reading.first, '', 0.3),
    timed(
      'page of 50 at offset 77 777, by e-mail (p50)',
      reading.deep,
      `${duration(reading.sorting)} sort and slice of an array`,
      0.3,
    ),
    timed('the same right after a write', afterWrite, '', 0.3),
    timed('snapshot at 100 000 users', worlds.snapshot, `${duration(clone)} structuredClone`, 0.05),
    timed('snapshot and restore at 100 000 users', worlds.reset, '', 1),
    timed('fork at 100 000 users', worlds.fork, '', 0.05),
    timed('new instance', worlds.instance, '', 1),
  ]
}
