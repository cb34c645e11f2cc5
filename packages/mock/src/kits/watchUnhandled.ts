import nodeProcess from 'node:process'

/**
 * Takes the place of the runner's listeners, which would fail the whole run.
 *
 * @param process - Where the runner listens.
 * @returns A function that ends it
 */
export function watchUnhandled(listener: (cause: unknown) => void, process = nodeProcess): () => void {
  const events = ['unhandledRejection', 'uncaughtException'] as const
  const before = events.map((event) => [event, process.listeners(event as 'uncaughtException')] as const)
  for (const event of events) process.removeAllListeners(event).on(event, listener)
  return () => {
    for (const [event, listeners] of before) {
      process.removeAllListeners(event)
      for (const each of listeners) process.on(event, each)
    }
  }
}
