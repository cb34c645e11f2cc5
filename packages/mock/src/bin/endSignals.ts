import { constants } from 'node:os'

/** Signals that end a command in an orderly way: Ctrl+C, a supervisor, and a terminal that is closed. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves with the first of the signals that end a command. The second one ends it at once. */
export function firstEndSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of endSignals) process.once(signal, () => resolve(signal))
  })
}

/**
 * Does work that a signal ends together with the process. The first process of a container has no other end: the system
 * ignores signals that it does not handle.
 */
export async function untilEndSignal<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of endSignals) process.once(signal, end)
  try {
    return await work()
  } finally {
    for (const signal of endSignals) process.off(signal, end)
  }
}
