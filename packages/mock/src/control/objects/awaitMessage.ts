import { setDeadline } from '@latchkey/base/clock'
import { listSent } from '../../outside/outbox.ts'
import type { OutboxMessage } from '../../store/outsideRecords.ts'
import { waitsOf } from '../../world/waits.ts'
import type { World } from '../../world/world.ts'

interface Awaited {
  readonly channel: OutboxMessage['channel']
  /** The address; any without it. */
  readonly to: string | undefined
  /** Of real time. */
  readonly timeoutMs: number
}

/**
 * Gives the oldest unread message, as soon as there is one, and marks it as read: of two who wait, each gets another.
 *
 * @throws TypeError when none has come in time, or the mock is closed
 */
export function awaitMessage(world: World, awaited: Awaited): Promise<OutboxMessage> {
  const { channel, to, timeoutMs } = awaited
  const { watchers, readMarks } = world
  return new Promise((resolve, reject) => {
    let cancel = () => {}
    let leave = () => {}
    const watcher = () => {
      const messages = listSent({ store: world.store.reader }, channel, to)
      const message = messages.find((candidate) => !readMarks.isRead(candidate))
      if (!message) return
      end()
      readMarks.add([message])
      resolve(message)
    }
    const end = () => {
      watchers.delete(watcher)
      cancel()
      leave()
    }
    watchers.add(watcher)
    cancel = setDeadline(() => {
      end()
      reject(new TypeError(nothingCame(world, awaited)))
    }, timeoutMs)
    watcher()
    if (!watchers.has(watcher)) return
    leave = waitsOf(world).onEnd(() => {
      end()
      reject(new TypeError(`Failed to call "outbox.${channel}.next()": the mock was closed while it waited.`))
    })
  })
}

/** Says what there is instead: the address may be another one, or somebody has read the message before. */
function nothingCame(world: World, { channel, to, timeoutMs }: Awaited): string {
  const sent = listSent({ store: world.store.reader }, channel)
  const others = [...new Set(sent.map((message) => message.to))].slice(-5)
  const instead = others.length > 0 ? `Before, messages came to ${others.join(', ')}.` : 'None has come at all.'
  const wanted = to === undefined ? 'no unread message came' : `no unread message to ${to} came`
  return `Failed to call "outbox.${channel}.next()": ${wanted} within ${timeoutMs} ms. ${instead}`
}
