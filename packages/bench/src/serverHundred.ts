import { keptConnection } from './keptConnection.ts'
import { median } from './measure.ts'
import { startCommand, type StartedCommand } from './startCommand.ts'

const processes = 9
/** Rounds of 100 calls until those of the server are warm. */
const warmUp = 30

interface Times {
  /** Milliseconds of 100 calls right after the first answer. */
  readonly first: number
  /** Milliseconds of the same calls, on an emptied server, after some thousand of them. */
  readonly warm: number
}

/**
 * Measures 100 calls over one connection, by turns a new user, a user, a profile and a list, and the 25 users and
 * sessions by the control interface that they need. The medians over fresh processes of the command.
 */
export async function serverHundred(cli: string): Promise<Times> {
  const all: Times[] = []
  // The first one also warms up the side that asks.
  for (let turn = -1; turn < processes; turn++) {
    const times = await timesOf(cli)
    if (turn >= 0) all.push(times)
  }
  return { first: median(all.map(({ first }) => first)), warm: median(all.map(({ warm }) => warm)) }
}

async function timesOf(cli: string): Promise<Times> {
  const { server, ...started } = await startCommand(cli)
  try {
    return await timesAt(started)
  } finally {
    server.kill()
  }
}

async function timesAt({ url, sandbox }: Omit<StartedCommand, 'server'>): Promise<Times> {
  const { id, token } = sandbox
  const { send, close } = keptConnection()
  const headers = { authorization: `Bearer ${token}` }
  const users = `/api/v0/environments/${id}/users`
  const control = (path: string, body: object) => send(url, { method: 'POST', path: `/__mock/v1/${path}`, body })
  async function hundred(): Promise<number> {
    const start = performance.now()
    for (let count = 0; count < 25; count++) {
      await send(url, { method: 'POST', path: users, headers, body: { email: `ada${count}@example.com` } })
      const user = (await control('create/user', { email: `grace${count}@example.com` })) as { id: string }
      await send(url, { path: `${users}/${user.id}`, headers })
      const session = (await control('signIn', { userId: user.id })) as { headers: typeof headers }
      await send(url, { path: `/api/v0/sdk/${id}/users`, headers: session.headers })
      await send(url, { path: `${users}?limit=50`, headers })
    }
    return performance.now() - start
  }
  try {
    await send(url, { path: `/api/v0/sdk/${id}/settings` })
    const first = await hundred()
    for (let round = 0; round < warmUp; round++) {
      await control('reset', {})
      await hundred()
    }
    await control('reset', {})
    return { first, warm: await hundred() }
  } finally {
    close()
  }
}
