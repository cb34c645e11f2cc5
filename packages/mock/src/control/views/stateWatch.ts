import type { World } from '../../world/world.ts'

/** Watches the state of a world: calls a listener with the names of the tables that each commit has changed. */
export function createStateWatch(world: World): (listener: (tables: readonly string[]) => void) => () => void {
  return (listener) => {
    let seen = world.store.snapshot()
    const messagesVersion = () => world.courier.version + world.readMarks.version
    let seenMessages = messagesVersion()
    let seenParts = world.realParts.version
    const watcher = () => {
      const tables = new Set(world.store.tablesSince(seen))
      // How messages fare, and whether they were read, is shown with them, and is not in the store. Real parts are not
      // there either.
      if (messagesVersion() !== seenMessages) tables.add('outbox')
      if (world.realParts.version !== seenParts) tables.add('realParts')
      if (tables.size === 0) return
      seen = world.store.snapshot()
      seenMessages = messagesVersion()
      seenParts = world.realParts.version
      listener([...tables])
    }
    world.watchers.add(watcher)
    return () => void world.watchers.delete(watcher)
  }
}
