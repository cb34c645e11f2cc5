import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { keptConnection } from './keptConnection.ts'
import { median } from './measure.ts'

const processes = 9
/** Rounds of 100 calls until those of the server are warm. */
const warmUp = 30

/** The line that the command prints with `--json`. */
interface Started {
  readonly url: string
  readonly environments: { readonly sandbox: { readonly id: string; readonly token: string } }
}

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
  const server = spawn(process.execPath, [cli, '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const { url, environments } = await new Promise<Started>((resolve, reject) => {
      server.once('error', reject)
      server.once('exit', (code) => reject(new Error(`The command ended with ${code}.`)))
      createInterface(server.stdout).once('line', (line) => resolve(JSON.parse(line) as Started))
    })
    return await timesAt(url, environments.sandbox)
  } finally {
    server.kill()
  }
}

async function timesAt(url: string, { id, token }: Started['environments']['sandbox']): Promise<Times> {
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
