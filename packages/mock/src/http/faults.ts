import type { OperationRow } from '@latchkey/types'
import { assertKeys } from '../nearest.ts'
import type { Reply } from '../reply.ts'
import { createWatchers } from '../watchers.ts'
import { assertFaultTarget, type FaultTarget } from './faultTargets.ts'

/** A failure that replaces or accompanies the answer of an operation. */
export interface Fault {
  /** Answers this status without running the operation. */
  readonly status?: number
  /** The body for `status`; the operation's documented error body when absent. */
  readonly body?: unknown
  /** Seconds, for `Retry-After` beside `status`. */
  readonly retryAfterSeconds?: number
  /** Milliseconds of real time to wait first. */
  readonly delayMs?: number
  /** Breaks the connection; the operation does not run. */
  readonly networkError?: boolean
  /** Runs the operation and sends half of its reply. */
  readonly truncate?: boolean
}

const names = Object.keys({
  status: 0,
  body: 0,
  retryAfterSeconds: 0,
  delayMs: 0,
  networkError: 0,
  truncate: 0,
} satisfies Record<keyof Fault, 0>)

/** A fault that is set. */
export interface SetFault extends Fault {
  readonly operation: FaultTarget
  /** How often it is still to happen; absent when it happens until it is cleared. */
  readonly times?: number
}

export interface Faults {
  /**
   * Makes an operation fail.
   *
   * @param id - Operation id, `relay.join` or `relay.messages` for a step at the relay, or `*` for all of these.
   * @param times - How often; when absent, until the fault is cleared.
   * @throws TypeError for an operation or a fault that does not exist
   */
  set(id: FaultTarget, fault: Fault, times?: number): void
  clear(id?: FaultTarget): void
  /** The faults that are set, in the order in which those of an operation happen. */
  list(): SetFault[]
  /** Calls a function after each change: a fault was set, happened, or was cleared. @returns A function that ends it */
  watch(listener: () => void): () => void
  /** Takes the fault of the next call, and counts it. */
  next(id: Exclude<FaultTarget, '*'>): Fault | undefined
}

/** @param report - Receives what a listener throws. */
export function createFaults(report: (cause: unknown) => void): Faults {
  const active = new Map<FaultTarget, Array<{ fault: Fault; remaining: number }>>()
  const { watch, tell } = createWatchers<[]>(report)
  return {
    set(id, fault, times = Number.POSITIVE_INFINITY) {
      assertFaultTarget('faults.set()', id)
      assertKeys('faults.set()', 'fault', fault, names)
      if (!(times > 0)) throw new TypeError(`Failed to call "faults.set()": times must be 1 or more, not ${times}.`)
      active.set(id, [...(active.get(id) ?? []), { fault, remaining: times }])
      tell()
    },
    clear(id) {
      if (id !== undefined) assertFaultTarget('faults.clear()', id)
      if (id === undefined) active.clear()
      else active.delete(id)
      tell()
    },
    list: () =>
      [...active].flatMap(([operation, faults]) =>
        faults.map(({ fault, remaining }) => ({
          ...fault,
          operation,
          ...(Number.isFinite(remaining) && { times: remaining }),
        })),
      ),
    watch,
    next(id) {
      if (active.size === 0) return undefined
      for (const key of [id, '*'] as const) {
        const [first, ...rest] = active.get(key) ?? []
        if (!first) continue
        if (--first.remaining <= 0) active.set(key, rest)
        if (Number.isFinite(first.remaining)) tell()
        return first.fault
      }
      return undefined
    },
  }
}

/**
 * The reply of a fault with which the operation does not run. Status 0 stands for a broken connection.
 *
 * @param row - The operation; absent for a step at the relay.
 */
export function replyOfFault({ networkError, status = 0, body, retryAfterSeconds }: Fault, row?: OperationRow): Reply {
  if (networkError) return { status: 0 }
  const headers = retryAfterSeconds === undefined ? undefined : { 'retry-after': String(retryAfterSeconds) }
  if (body !== undefined) return { status, body, headers }
  if (row?.errors[status] === 'empty') return { status, headers }
  const code = status === 429 ? 'too_many_requests' : 'internal_server_error'
  return { status, body: { error: `A fault of the mock answers ${status}.`, code }, headers }
}
