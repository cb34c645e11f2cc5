/** The ids of handled messages: a `Set`, or functions that use a table of your database. */
export interface HandledMessages {
  /** Returns whether the message was handled. */
  has(messageId: string): boolean | Promise<boolean>
  /** Stores that the message was handled. */
  add(messageId: string): unknown
}

/** The messages that are being handled now. An app may create its handler anew for each request. */
const inProgress = new WeakMap<HandledMessages, Map<string, Promise<void>>>()

/**
 * Handles a message unless it was handled before. Copies that come at the same time wait for each other: if the first
 * one fails, the next one is handled.
 */
export async function handleOnce(
  handled: HandledMessages,
  messageId: string,
  handle: () => Promise<unknown>,
): Promise<void> {
  const running = inProgress.get(handled) ?? new Map<string, Promise<void>>()
  inProgress.set(handled, running)
  while (running.has(messageId)) await running.get(messageId)?.catch(() => {})
  const work = async (): Promise<void> => {
    if (await handled.has(messageId)) return
    await handle()
    await handled.add(messageId)
  }
  const run = work()
  running.set(messageId, run)
  await run.finally(() => running.delete(messageId))
}
