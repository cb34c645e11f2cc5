import { ColumnProbe, recordProbe, type StoredRecord } from './order.ts'
import { OrderedSet } from './orderedSet.ts'
import type { Owner } from './owner.ts'

/**
 * A persistent map of records by `id`, in the order of the ids.
 *
 * A native `Map` in addition to the tree makes look-ups several times faster. It can serve one version only, so a write
 * passes it on to the new version. A version without it builds one after as many reads as it has records.
 */
export class IdMap {
  readonly #records: OrderedSet<StoredRecord>
  #lookup: Map<string, StoredRecord> | undefined
  #treeReads: number

  private constructor(
    records: OrderedSet<StoredRecord>,
    lookup: Map<string, StoredRecord> | undefined,
    treeReads: number,
  ) {
    this.#records = records
    this.#lookup = lookup
    this.#treeReads = treeReads
  }

  /** Creates an empty map. */
  static empty(): IdMap {
    return new IdMap(OrderedSet.empty(recordProbe([])), new Map(), 0)
  }

  /** Creates a map of records that are in the order of their ids. The ids are unique. */
  static ofSorted(records: readonly StoredRecord[]): IdMap {
    return new IdMap(OrderedSet.ofSorted(recordProbe([]), records), lookupOf(records), 0)
  }

  /** Number of records. */
  get size(): number {
    return this.#records.size
  }

  /** The record with this id. */
  get(id: string): StoredRecord | undefined {
    if (this.#lookup) return this.#lookup.get(id)
    this.#treeReads += 1
    if (this.#treeReads > this.size) this.#lookup = lookupOf(this.values())
    return this.#records.get(new ColumnProbe([], [], id))
  }

  /** Adds a record, or replaces the one with the same id. Nodes of the owner change in place. */
  put(record: StoredRecord, owner?: Owner): IdMap {
    return this.#next(this.#records.put(record, owner), this.#take()?.set(record.id, record))
  }

  /** Removes a record, if the map has it. Nodes of the owner change in place. */
  remove(record: StoredRecord, owner?: Owner): IdMap {
    const lookup = this.#take()
    lookup?.delete(record.id)
    return this.#next(this.#records.remove(record, owner), lookup)
  }

  /** The same records without the native map, so that writes to the copy do not take it from this map. */
  copy(): IdMap {
    return this.#next(this.#records, undefined)
  }

  /** Walks all records in the order of their ids. */
  values(): Generator<StoredRecord, void, undefined> {
    return this.#records.iterate()
  }

  #take(): Map<string, StoredRecord> | undefined {
    const lookup = this.#lookup
    this.#lookup = undefined
    return lookup
  }

  #next(records: OrderedSet<StoredRecord>, lookup: Map<string, StoredRecord> | undefined): IdMap {
    return new IdMap(records, lookup, this.#treeReads)
  }
}

function lookupOf(records: Iterable<StoredRecord>): Map<string, StoredRecord> {
  const lookup = new Map<string, StoredRecord>()
  for (const record of records) lookup.set(record.id, record)
  return lookup
}
