/** Signals that end a command in an orderly way: Ctrl+C, a supervisor, and a terminal that is closed. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves with the first of the signals that end a command. The second one ends it at once. */
export function firstEndSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of endSignals) process.once(signal, () => resolve(signal))
  })
}
