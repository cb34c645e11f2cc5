import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createMock } from '@latchkey/mock'
import { keptConnection } from '../keptConnection.ts'
import { median } from '../measure.ts'
import { type RunningServer, start } from '../peers/runningServer.ts'
import { ours } from '../peers/subjects/ours.ts'
import { atMost, type Row } from '../row.ts'
import { fill } from '../sandbox.ts'

const users = 100_000
/** Milliseconds, which a person does not notice. */
const limits = { signing: 50, importing: 75 }

/** How long other requests wait, at worst, while the server signs or imports. */
export async function delays(): Promise<Row[]> {
  const server = await start(ours, fileURLToPath(new URL('../..', import.meta.url)))
  try {
    return [
      atMost(
        'worst delay of others: ed25519 signature of an embedded wallet',
        await whileSigning(server),
        limits.signing,
      ),
      atMost('worst delay of others: import of 100 000 users', await whileImporting(server), limits.importing),
    ]
  } finally {
    await server.stop()
  }
}

const post = (path: string, body: unknown) => ({ method: 'POST', path: `/__mock/v1/${path}`, body }) as const

/** The mock plays the device and the service, so both parties of the room are in this process. */
async function whileSigning({ ask, origin }: RunningServer): Promise<number> {
  await ask(post('create/provider', { provider: 'dynamic' }))
  const { id } = (await ask(post('create/user', { email: 'ada@example.com' }))) as { id: string }
  const wallet = (await ask(post('wallets/embedded', { userId: id, chain: 'SVM' }))) as { deviceId: string }
  const sign = () => ask(post('wallets/embedded/signMessage', { deviceId: wallet.deviceId, text: 'hello' }))
  for (let i = 0; i < 5; i++) await sign()
  const worst: number[] = []
  for (let i = 0; i < 15; i++) worst.push(await worstDelay(origin, sign))
  return median(worst)
}

async function whileImporting({ origin }: RunningServer): Promise<number> {
  const mock = createMock()
  await fill(mock, users)
  const state = mock.export()
  const worst: number[] = []
  for (let i = 0; i < 3; i++) {
    // The server closes a connection that has been idle for some seconds.
    const connection = keptConnection()
    worst.push(await worstDelay(origin, () => connection.send(origin, post('state', state))))
    connection.close()
  }
  return median(worst)
}

/** The longest that a second client waits which asks every few milliseconds while something runs. */
async function worstDelay(origin: string, run: () => Promise<unknown>): Promise<number> {
  const script = fileURLToPath(new URL('../otherClient.ts', import.meta.url))
  const client = fork(script, [origin + ours.first.path])
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      client.once('message', resolve)
      client.once('exit', (code) => reject(new Error(`The second client ended with ${code}.`)))
    })
  await next()
  await run()
  const worst = next()
  client.send('end')
  return Number(await worst)
}
