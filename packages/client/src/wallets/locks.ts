/** The last queued work by name, for pages without Web Locks. */
const queues = new Map<string, Promise<unknown>>()

/** Runs work after all earlier work of the same name, in every page of the origin. */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (locks) return (await locks.request(name, work)) as T
  const turn = (queues.get(name) ?? Promise.resolve()).then(work, work)
  queues.set(name, turn)
  const forget = () => queues.get(name) === turn && queues.delete(name)
  turn.then(forget, forget)
  return turn
}

/** Runs work unless other work of the same name is running, in any page of the origin. */
export async function ifFree<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const locks = globalThis.navigator?.locks
  if (!locks) return queues.has(name) ? undefined : inTurn(name, work)
  return (await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? work() : undefined))) as
    | T
    | undefined
}
