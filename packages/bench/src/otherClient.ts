/**
 * A client in a process of its own, which asks the URL of its argument every few milliseconds. It says when it has begun,
 * and after a message how long it waited at worst, in milliseconds.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { keptConnection } from './keptConnection.ts'

const pauseMs = 2
const [url = ''] = process.argv.slice(2)
const connection = keptConnection()
const ended = new AbortController()
process.once('message', () => ended.abort())
await connection.get(url)
process.send?.('began')
let worst = 0
while (!ended.signal.aborted) {
  const beginning = performance.now()
  await connection.get(url)
  worst = Math.max(worst, performance.now() - beginning)
  await sleep(pauseMs)
}
connection.close()
process.send?.(worst)
