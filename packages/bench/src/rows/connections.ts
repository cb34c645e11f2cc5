import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keptConnection } from '../keptConnection.ts'
import { load } from '../load.ts'
import { median, medians } from '../measure.ts'
import { ratio, type Row } from '../row.ts'

const turns = 3
const name = 'Hono with a Map'

/** Where a server of a child process answers, and what it is asked for. */
export interface Served {
  readonly origin: string
  readonly path: string
  readonly token: string
}

/** Starts `ours` or `hono`, each in a process of its own, so that both sides have the same. */
function serve(side: 'ours' | 'hono', body = ''): Promise<Served & { close(): void }> {
  const child = fork(fileURLToPath(new URL('../servedUser.ts', import.meta.url)), [side, body])
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server of ${side} ended with ${code}.`)))
    child.once('message', (served) => resolve({ ...(served as Served), close: () => void child.kill() }))
  })
}

/** One user over loopback: by one connection, by 64 and by 256, beside a server that only has to look the bytes up. */
export async function connections(): Promise<Row[]> {
  const ours = await serve('ours')
  const connection = keptConnection(ours.token)
  const answer = await connection.send(ours.origin, { path: ours.path })
  const hono = await serve('hono', JSON.stringify(answer))
  try {
    const one = await medians(
      {
        ours: () => connection.get(ours.origin + ours.path),
        hono: () => connection.get(hono.origin + hono.path),
      },
      2_000,
    )
    const rows = [
      ratio({ what: 'GET by id over loopback, one connection', ours: one.ours, peer: one.hono, name, limit: 2 }),
    ]
    for (const count of [64, 256]) rows.push(...(await ofMany({ ours, hono }, count)))
    return rows
  } finally {
    connection.close()
    ours.close()
    hono.close()
  }
}

async function ofMany(sides: { readonly ours: Served; readonly hono: Served }, count: number): Promise<Row[]> {
  const times = { ours: [] as number[], hono: [] as number[] }
  const p99s = { ours: [] as number[], hono: [] as number[] }
  for (let turn = -1; turn < turns; turn++) {
    for (const side of ['ours', 'hono'] as const) {
      const { origin, path, token } = sides[side]
      const question = { path, headers: { authorization: `Bearer ${token}` } }
      const { perSecond, p99 } = await load(origin, [question], { connections: count, seconds: turn < 0 ? 1 : 3 })
      if (turn < 0) continue
      times[side].push(1_000 / perSecond)
      p99s[side].push(p99)
    }
  }
  return [
    ratio({
      what: `${count} connections: time of a request`,
      ours: median(times.ours),
      peer: median(times.hono),
      name,
      limit: 6.5,
    }),
    ratio({
      what: `${count} connections: 99 % are quicker than`,
      ours: median(p99s.ours),
      peer: median(p99s.hono),
      name,
      limit: 3,
    }),
  ]
}
