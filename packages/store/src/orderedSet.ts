import { createOwner, type Owner } from './owner.ts'
import { collectGroups, type RunGroup } from './runGroups.ts'
import {
  Branch,
  collect,
  collectRuns,
  Leaf,
  putAt,
  removeAt,
  sizeOf,
  treeOf,
  type Node,
  type RecordLocation,
} from './treeNode.ts'

/** Finds records by the parts that the order of a set compares, from the first part on. */
export interface Probe<R> {
  /**
   * Compares a record with the wanted one. The first `equalCount` parts are equal.
   *
   * @returns 0 when the record matches; otherwise one more than the number of equal leading parts, negative when the
   * record comes before. A probe that compares everything in one step may return -1 and 1.
   */
  compare(record: R, equalCount: number): number
}

/** Number of known parts after a match; no order has so many parts. */
const allParts = 64

/** One way down the tree. All records between two records share the parts that both share with the probe. */
class Descent<R> {
  readonly #probe: Probe<R>
  /** How a match counts: -1 to go past it, 1 to stop in front of it. */
  readonly #match: -1 | 1
  #before = 0
  #behind = 0

  constructor(probe: Probe<R>, match: -1 | 1) {
    this.#probe = probe
    this.#match = match
  }

  /** Whether the nearest record before the probe matches it. False if there is no such record. */
  get matched(): boolean {
    return this.#before === allParts
  }

  /**
   * Number of leading records of a leaf, or of bounds of a branch, that come before the probe.
   *
   * At 0 no record under the node comes before the probe. Then the caller must not go further down: all records there
   * come after the nearest bound.
   */
  countIn(node: Node<R>): number {
    const records = node instanceof Leaf ? node.records : node.lows
    let low = 0
    let high = records.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = this.#probe.compare(records[middle]!, Math.min(this.#before, this.#behind))
      if ((order || this.#match) < 0) {
        low = middle + 1
        this.#before = order === 0 ? allParts : -order - 1
      } else {
        high = middle
        this.#behind = order === 0 ? allParts : order - 1
      }
    }
    return low
  }
}

/**
 * A persistent set of records in order: a counted B+ tree, which finds positions as fast as records.
 *
 * `put` and `remove` return the changed set and do not change this one, except that they change nodes of the same owner
 * in place. A caller who passes an owner must use only the returned set from then on.
 */
export class OrderedSet<R> {
  readonly #probeOf: (record: R) => Probe<R>
  readonly #root: Node<R>

  private constructor(probeOf: (record: R) => Probe<R>, root: Node<R>) {
    this.#probeOf = probeOf
    this.#root = root
  }

  /**
   * Creates an empty set.
   *
   * @param probeOf - Creates the probe that matches one record only; it defines the order.
   */
  static empty<R>(probeOf: (record: R) => Probe<R>): OrderedSet<R> {
    return new OrderedSet<R>(probeOf, new Leaf<R>(createOwner(), []))
  }

  /**
   * Creates a set of records that are in its order. No two of them compare equal.
   *
   * @param probeOf - As for an empty set.
   */
  static ofSorted<R>(probeOf: (record: R) => Probe<R>, records: readonly R[]): OrderedSet<R> {
    return new OrderedSet<R>(probeOf, treeOf(records, createOwner()))
  }

  /** Number of records. */
  get size(): number {
    return sizeOf(this.#root)
  }

  /** Adds a record, or replaces the one that compares equal. */
  put(record: R, owner: Owner = createOwner()): OrderedSet<R> {
    return this.#with(putAt(this.#root, { location: this.#locate(record), record, owner }))
  }

  /** Removes the record that compares equal, if there is one. */
  remove(record: R, owner: Owner = createOwner()): OrderedSet<R> {
    const location = this.#locate(record)
    return location.isPresent ? this.#with(removeAt(this.#root, { location, owner })) : this
  }

  /** The first record that matches the probe. */
  get(probe: Probe<R>): R | undefined {
    const descent = new Descent(probe, 1)
    let node = this.#root
    // The match may be the first record after the leaf.
    let next: Node<R> | undefined
    let count = descent.countIn(node)
    while (node instanceof Branch && count > 0) {
      const neighbour: Node<R> | undefined = node.nodes[count]
      if (neighbour) next = neighbour
      node = node.nodes[count - 1]!
      count = descent.countIn(node)
    }
    const record = (node instanceof Leaf ? node.records[count] : firstOf(node)) ?? (next && firstOf(next))
    return record !== undefined && probe.compare(record, 0) === 0 ? record : undefined
  }

  /** Number of records before the first one that matches the probe, or would match it. */
  rank(probe: Probe<R>): number {
    return this.#descend(new Descent(probe, 1)).rank
  }

  /** Number of records up to and including the last one that matches the probe, or would match it. */
  rankPast(probe: Probe<R>): number {
    return this.#descend(new Descent(probe, -1)).rank
  }

  /** The positions of all records that match the probe: from `start` up to, but without, `end`. */
  range(probe: Probe<R>): { start: number; end: number } {
    const { rank: start, node, count } = this.#descend(new Descent(probe, 1))
    // Most ranges are empty or a few records, so they end in the leaf in which they start.
    if (node instanceof Leaf && count < node.records.length && probe.compare(node.records.at(-1)!, 0) !== 0) {
      let matches = 0
      while (probe.compare(node.records[count + matches]!, 0) === 0) matches += 1
      return { start, end: start + matches }
    }
    return { start, end: start === this.size ? start : this.rankPast(probe) }
  }

  /** All records that match the probe if they are in one leaf, as a few records mostly are; otherwise `undefined`. */
  matchesInLeaf(probe: Probe<R>): R[] | undefined {
    let node = this.#root
    let count = countBefore(node, probe)
    while (node instanceof Branch && count > 0) {
      node = node.nodes[count - 1]!
      count = countBefore(node, probe)
    }
    if (node instanceof Branch || count === node.records.length) return undefined
    const { records } = node
    let end = count
    while (end < records.length && probe.compare(records[end]!, 0) === 0) end += 1
    return end < records.length ? records.slice(count, end) : undefined
  }

  /** The records from position `from` up to, but without, position `to`. */
  slice(from: number, to: number): R[] {
    const records: R[] = []
    if (from < to) collect(this.#root, from, to, records)
    return records
  }

  /** The records of `slice`, as arrays of neighbours. An array stays the same one until one of its records changes. */
  runs(from: number, to: number): (readonly R[])[] {
    const runs: (readonly R[])[] = []
    if (from < to) collectRuns(this.#root, from, to, runs)
    return runs
  }

  /** The records of `slice`, as runs in groups of a few hundred records. */
  groups(from: number, to: number): RunGroup<R>[] {
    const groups: RunGroup<R>[] = []
    if (from < to) collectGroups(this.#root, from, to, groups)
    return groups
  }

  /**
   * Walks the positions from `from` up to, but without, `to`; backwards when `descending`.
   *
   * It reads while it walks, so nobody may change the set in place meanwhile.
   */
  *iterate(from = 0, to = this.size, descending = false): Generator<R, void, undefined> {
    const step = 32
    for (let done = 0; done < to - from; done += step) {
      if (descending) yield* this.slice(Math.max(from, to - done - step), to - done).reverse()
      else yield* this.slice(from + done, Math.min(to, from + done + step))
    }
  }

  #locate(record: R): RecordLocation {
    const probe = this.#probeOf(record)
    return this.#locateBehindAll(probe) ?? this.#locateAmong(probe)
  }

  /** New records mostly come last, since ids and instants grow: then one comparison is enough. */
  #locateBehindAll(probe: Probe<R>): RecordLocation | undefined {
    const path: number[] = []
    let node = this.#root
    while (node instanceof Branch) {
      const last = node.nodes.length - 1
      path.push(last)
      node = node.nodes[last]!
    }
    const { records } = node
    const isLast = records.length > 0 && probe.compare(records[records.length - 1]!, 0) < 0
    return isLast ? { path, position: records.length, isPresent: false } : undefined
  }

  #locateAmong(probe: Probe<R>): RecordLocation {
    const descent = new Descent(probe, -1)
    const path: number[] = []
    let node = this.#root
    let position = descent.countIn(node)
    while (node instanceof Branch) {
      path.push(position - 1)
      node = node.nodes[Math.max(0, position - 1)]!
      position = position === 0 ? 0 : descent.countIn(node)
    }
    const isPresent = position > 0 && descent.matched
    return { path, position: isPresent ? position - 1 : position, isPresent }
  }

  /** The rank, the last node on the way, and how many of its records or bounds come before. */
  #descend(descent: Descent<R>): { rank: number; node: Node<R>; count: number } {
    let node = this.#root
    let rank = 0
    let count = descent.countIn(node)
    while (node instanceof Branch && count > 0) {
      for (let i = 0; i < count - 1; i++) rank += node.sizes[i]!
      node = node.nodes[count - 1]!
      count = descent.countIn(node)
    }
    return { rank: rank + count, node, count }
  }

  #with(root: Node<R>): OrderedSet<R> {
    return root === this.#root ? this : new OrderedSet(this.#probeOf, root)
  }
}

function firstOf<R>(node: Node<R>): R {
  let first = node
  while (first instanceof Branch) first = first.nodes[0]!
  return first.records[0]!
}

/** Counts like {@link Descent}, for probes of so few parts that remembering the known ones does not pay. */
function countBefore<R>(node: Node<R>, probe: Probe<R>): number {
  const records = node instanceof Leaf ? node.records : node.lows
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (probe.compare(records[middle]!, 0) < 0) low = middle + 1
    else high = middle
  }
  return low
}
