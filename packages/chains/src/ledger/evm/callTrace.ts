import { defined } from '@latchkey/base/defined'
import type { EvmLog } from './abi.ts'
import type { CallResult, EvmCall } from './steps.ts'

/** The end of a call. */
export interface CallEnd extends CallResult {
  /** Why it was reverted. */
  readonly reason?: string
  /** Gas of its effects, and of those of its inner calls. */
  readonly gasUsed: bigint
}

/** A call that code has made, with the instruction that makes it. */
interface TypedCall extends EvmCall {
  /** @default 'CALL' */
  readonly type?: string
}

/** The beginning or the end of a call, or a log. */
export type TraceStep = { readonly begin: TypedCall } | { readonly log: EvmLog } | { readonly end: CallEnd }

/** Is told of the calls of an execution as they begin and end. */
export interface CallWatcher {
  begin(call: TypedCall): void
  log(log: EvmLog): void
  end(end: CallEnd): void
}

/** A log of a call. */
interface TracedLog extends EvmLog {
  /** How many inner calls had begun before it. */
  readonly position: number
}

/** A call, with those that it made. */
export interface TracedCall extends TypedCall {
  readonly end: CallEnd
  readonly calls: readonly TracedCall[]
  readonly logs: readonly TracedLog[]
}

interface Running {
  readonly call: TypedCall
  readonly calls: TracedCall[]
  readonly logs: TracedLog[]
}

/** Collects the calls of an execution. @returns The watcher, and the outermost calls that have ended */
export function createCallTrace(): { readonly watcher: CallWatcher; readonly calls: readonly TracedCall[] } {
  const outermost: TracedCall[] = []
  const running: Running[] = []
  const watcher: CallWatcher = {
    begin: (call) => void running.push({ call, calls: [], logs: [] }),
    log(log) {
      const innermost = running.at(-1)
      innermost?.logs.push({ ...log, position: innermost.calls.length })
    },
    end(end) {
      const ended = running.pop()
      if (!ended) return
      const { call, calls, logs } = ended
      const siblings = running.at(-1)?.calls ?? outermost
      const { from, to, value, data, type } = call
      siblings.push({ from, to, value, data, ...defined({ type }), end, calls, logs })
    },
  }
  return { watcher, calls: outermost }
}

/** Tells a watcher of calls that have ended already. */
export function tell(watcher: CallWatcher, steps: readonly TraceStep[]): void {
  for (const step of steps) {
    if ('begin' in step) watcher.begin(step.begin)
    else if ('log' in step) watcher.log(step.log)
    else watcher.end(step.end)
  }
}
