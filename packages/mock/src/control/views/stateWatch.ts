import type { World } from '../../world/world.ts'

/** Watches the state of a world: calls a listener with the names of the tables that each commit has changed. */
export function createStateWatch(world: World): (listener: (tables: readonly string[]) => void) => () => void {
  return (listener) => {
    let seen = world.store.snapshot()
    const watcher = () => {
      const tables = world.store.tablesSince(seen)
      if (tables.length === 0) return
      seen = world.store.snapshot()
      listener(tables)
    }
    world.watchers.add(watcher)
    return () => void world.watchers.delete(watcher)
  }
}
