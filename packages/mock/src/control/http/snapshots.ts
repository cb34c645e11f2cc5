import { defined } from '@latchkey/base/defined'
import { createWatchers } from '@latchkey/base/watchers'
import type { Mock } from '../mock.ts'
import type { MockSnapshot } from '../objects/stateControl.ts'
import type { Counts } from '../views/counts.ts'

/** A snapshot that was taken over HTTP. */
interface NamedSnapshot {
  readonly snapshotId: string
  readonly name?: string
  /** By the clock of the mock, in ISO 8601. */
  readonly takenAt: string
  /** How much there was. */
  readonly counts: Omit<Counts, 'requests'>
}

/** The snapshots of a mock that were taken over HTTP. They last as long as the process. */
export interface Snapshots {
  /** Oldest first. */
  list(): NamedSnapshot[]
  take(mock: Mock, name?: string): NamedSnapshot
  /** @throws TypeError when there is no such snapshot */
  restore(mock: Mock, snapshotId: string): void
  /** @throws TypeError when there is no such snapshot */
  drop(snapshotId: string): void
  /** Calls a function each time a snapshot was taken or dropped. @returns A function that ends it */
  watch(listener: () => void): () => void
}

export function createSnapshots(): Snapshots {
  const snapshots = new Map<string, { readonly shown: NamedSnapshot; readonly state: MockSnapshot }>()
  const { watch, tell } = createWatchers<[]>((cause) => console.error(cause))
  let count = 0
  const get = (call: string, snapshotId: string) => {
    const snapshot = snapshots.get(snapshotId)
    if (!snapshot) throw new TypeError(`Failed to ${call}: there is no snapshot "${snapshotId}".`)
    return snapshot
  }
  return {
    list: () => [...snapshots.values()].map(({ shown }) => shown),
    take(mock, name) {
      const { requests: _, ...counts } = mock.counts()
      const shown = {
        snapshotId: `snapshot-${(count += 1)}`,
        ...defined({ name }),
        takenAt: mock.clock.iso(),
        counts,
      }
      snapshots.set(shown.snapshotId, { shown, state: mock.snapshot() })
      tell()
      return shown
    },
    restore: (mock, snapshotId) => mock.restore(get('restore', snapshotId).state),
    drop(snapshotId) {
      get('drop', snapshotId)
      snapshots.delete(snapshotId)
      tell()
    },
    watch,
  }
}
