import { startServer } from '@latchkey/mock/node'
import { keptConnection } from '../keptConnection.ts'
import { medians } from '../measure.ts'
import { ratio, type Row, size } from '../row.ts'
import { heapUsed } from './memory.ts'

const worldCount = 1_000

/** A server with 1 000 worlds, of which each has a user of its own, and the server's own mock beside. */
export async function worlds(): Promise<Row[]> {
  const server = await startServer({}, { worlds: { maximum: worldCount } })
  const { id, token } = server.mock.defaults.environments.sandbox
  const connection = keptConnection(token)
  try {
    const user = await server.mock.create.user({ email: 'ada@example.com' })
    const get = (base: string) => connection.get(`${base}/api/v0/environments/${id}/users/${user.id}`)
    const add = async (i: number) => {
      await server.worlds.create(`world-${i}`).create.user({ email: `user-${i}@example.com` })
      await get(`${server.url}/w/world-${i}`)
    }
    for (let i = 0; i < 100; i++) await add(i)
    const before = heapUsed()
    for (let i = 100; i < worldCount; i++) await add(i)
    const memory = (heapUsed() - before) / (worldCount - 100)
    let turn = 0
    const times = await medians(
      {
        own: () => get(server.url),
        one: () => get(`${server.url}/w/world-${turn++ % worldCount}`),
      },
      2_000,
    )
    return [
      size('memory per world, of 1 000 with a user and a request each', memory, { limit: 125_000 }),
      ratio({
        what: 'GET by id in 1 000 worlds by turns',
        ours: times.one,
        peer: times.own,
        name: "in the server's own mock",
        limit: 1.4,
      }),
    ]
  } finally {
    connection.close()
    await server.close()
  }
}
