import { setTimer } from '@latchkey/base/clock'
import { defined } from '@latchkey/base/defined'
import type { StreamEvents } from '@latchkey/contract/streamEvents'
import { encodeEvent, heartbeat } from '../../http/serverSentEvents.ts'
import { waitsOf } from '../../world/waits.ts'
import type { Mock } from '../mock.ts'
import type { Snapshots } from './snapshots.ts'
import type { ControlledWorlds } from './worlds.ts'

/** The maximum bytes that wait for a reader. Further events are dropped. */
const maximumWaitingBytes = 1_048_576

/** How often a comment is sent, in milliseconds of real time. */
const heartbeatMs = 15_000

/** The worlds and snapshots that a host keeps beside the mock. */
interface Watched {
  readonly worlds: Pick<ControlledWorlds, 'watch'>
  readonly snapshots: Pick<Snapshots, 'watch'>
}

/**
 * The changes of a mock as server-sent events: first the clock, then each change.
 *
 * Events that only tell a reader to read something again are sent once per turn. Events for which a slow reader has no
 * room are dropped, and `dropped` says how many there were as soon as there is room. Cancelling the stream ends
 * everything that it watches. So does the end of the mock, of which nothing more will come: a browser that finds the
 * stream ended connects again, and a world of this name may have been created meanwhile.
 */
export function createEventStream(mock: Mock, host: Watched): ReadableStream<Uint8Array> {
  let stop = () => {}
  let reportDropped = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const events = createEventQueue(controller)
        reportDropped = events.reportDropped
        const unwatch = watch(mock, host, events)
        let leave = () => {}
        stop = () => {
          leave()
          unwatch()
        }
        leave = waitsOf(mock).onEnd(() => {
          stop()
          controller.close()
        })
      },
      pull: () => reportDropped(),
      cancel: () => stop(),
    },
    { highWaterMark: maximumWaitingBytes, size: (chunk) => chunk.byteLength },
  )
}

interface EventQueue {
  send<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void
  beat(): void
  /** Called when there may be room again. */
  reportDropped(): void
}

function createEventQueue(controller: ReadableStreamDefaultController<Uint8Array>): EventQueue {
  let id = 0
  let dropped = 0
  const hasRoom = () => (controller.desiredSize ?? 0) > 0
  const reportDropped = () => {
    if (dropped === 0 || !hasRoom()) return
    const count = dropped
    dropped = 0
    write('dropped', { count })
  }
  function write<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]) {
    controller.enqueue(encodeEvent({ name, id: ++id, data }))
  }
  return {
    send(name, data) {
      reportDropped()
      if (hasRoom()) write(name, data)
      else dropped += 1
    },
    beat() {
      if (hasRoom()) controller.enqueue(heartbeat())
    },
    reportDropped,
  }
}

/** @returns A function that ends it */
function watch(mock: Mock, { worlds, snapshots }: Watched, { send, beat }: EventQueue): () => void {
  const { clock, faults, journal } = mock
  const changedTables = new Set<string>()
  const sendClock = () => send('clock', { now: clock.iso(), isRunning: clock.isRunning })
  const sendState = () => {
    const tables = [...changedTables].sort()
    changedTables.clear()
    send('state', { tables })
  }
  const pending = new Set<() => void>()
  let cancelTurn = () => {}
  /** Sends an event at the end of the turn, once. */
  const later = (sendEvent: () => void) => () => {
    if (pending.size === 0) cancelTurn = setTimer(endTurn, 0)
    pending.add(sendEvent)
  }
  const endTurn = () => {
    const sending = [...pending]
    pending.clear()
    for (const sendEvent of sending) sendEvent()
  }
  const noteState = later(sendState)
  let cancelBeat = () => {}
  const goOnBeating = () => {
    cancelBeat = setTimer(() => {
      beat()
      goOnBeating()
    }, heartbeatMs)
  }

  sendClock()
  goOnBeating()
  const unwatch = [
    journal.watch(
      (entry) => send('journal', entry),
      () => send('journalCleared', {}),
    ),
    mock.watch((tables) => {
      for (const table of tables) changedTables.add(table)
      noteState()
    }),
    clock.watch(later(sendClock)),
    faults.watch(later(() => send('faults', { faults: faults.list(), ...defined({ random: faults.chaos }) }))),
    worlds.watch(later(() => send('worlds', {}))),
    snapshots.watch(later(() => send('snapshots', {}))),
    mock.sweeps.watch(later(() => send('sweeps', {}))),
    mock.browserWallets.wallets.watch(later(() => send('browserWallets', {}))),
  ]
  return () => {
    for (const end of unwatch) end()
    cancelTurn()
    cancelBeat()
  }
}
