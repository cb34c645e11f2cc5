import type { Setup } from './setup.ts'
import type { Store } from './store.ts'
import { release } from './surroundings.ts'
import { receive } from './tabs.ts'

/** Listens to the other tabs, and carries out the changes that {@link receive} returns for their messages. */
export function followTabs(
  channel: BroadcastChannel | undefined,
  store: Store,
  { storage, environmentId }: Setup,
): void {
  const isShared = storage.scope === 'origin'
  channel?.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
    const { current } = store
    const [record, { hold, write, read }] = receive({ current, isShared, environmentId }, data)
    if (record !== current) store.set(record)
    if (hold) store.hold(...hold)
    if (write !== undefined) await store.write(write)
    if (read) await store.reload(...read)
    store.tell()
  })
  release(channel)
}
