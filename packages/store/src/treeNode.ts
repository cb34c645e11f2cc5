import type { Owner } from './owner.ts'

/** Nodes are copied on every write, so they are short; 32 keeps the tree four levels high at 100 000 records. */
const maxLength = 32
const minLength = 8

export class Leaf<R> {
  readonly owner: Owner
  readonly records: R[]

  constructor(owner: Owner, records: R[]) {
    this.owner = owner
    this.records = records
  }
}

/** `lows[i]` is at most every record under `nodes[i]` and above every record under `nodes[i - 1]`. */
export class Branch<R> {
  readonly owner: Owner
  readonly lows: R[]
  readonly nodes: Node<R>[]
  /** Number of records under each node. */
  readonly sizes: number[]
  /** Number of records under all nodes. */
  size: number

  constructor(owner: Owner, { lows, nodes, sizes, size }: Omit<Branch<R>, 'owner'>) {
    this.owner = owner
    this.lows = lows
    this.nodes = nodes
    this.sizes = sizes
    this.size = size
  }
}

/** A node of a counted B+ tree. All leaves have the same depth, and only a root can be an empty leaf. */
export type Node<R> = Leaf<R> | Branch<R>

/** Where a record is or belongs. */
export interface RecordLocation {
  /** Index into `nodes` of each branch on the way; -1 means index 0 for a record before all of them. */
  readonly path: readonly number[]
  /** Index into the records of the leaf. */
  readonly position: number
  /** Whether the leaf has an equal record at `position`. */
  readonly isPresent: boolean
}

/** Number of records under a node. */
export const sizeOf = <R>(node: Node<R>): number => (node instanceof Leaf ? node.records.length : node.size)
const lengthOf = <R>(node: Node<R>): number => (node instanceof Leaf ? node.records : node.nodes).length
const lowOf = <R>(node: Node<R>): R => (node instanceof Leaf ? node.records : node.lows)[0]!
const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + size, 0)

/** Builds a tree of ordered records, without searching where each belongs. */
export function treeOf<R>(records: readonly R[], owner: Owner): Node<R> {
  let nodes: Node<R>[] = evenParts(records).map((part) => new Leaf(owner, part))
  while (nodes.length > 1) {
    nodes = evenParts(nodes).map((part) => {
      const sizes = part.map(sizeOf)
      return new Branch(owner, { lows: part.map(lowOf), nodes: part, sizes, size: total(sizes) })
    })
  }
  return nodes[0] ?? new Leaf(owner, [])
}

/** As few parts as possible, all of about the same length. */
function evenParts<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / maxLength)
  const startOf = (part: number): number => Math.floor((part * items.length) / count)
  return Array.from({ length: count }, (_, part) => items.slice(startOf(part), startOf(part + 1)))
}

interface Write {
  readonly location: RecordLocation
  readonly owner: Owner
}

interface Put<R> extends Write {
  readonly record: R
}

/** Adds or replaces a record at its location and returns the new root. */
export function putAt<R>(root: Node<R>, write: Put<R>): Node<R> {
  const { record, owner } = write
  const node = put(root, 0, write)
  if (lengthOf(node) <= maxLength) return node
  const nodes = split(node, record, owner)
  return new Branch(owner, { lows: nodes.map(lowOf), nodes, sizes: nodes.map(sizeOf), size: sizeOf(node) })
}

/** Removes the record at a location and returns the new root. */
export function removeAt<R>(root: Node<R>, write: Write): Node<R> {
  const { owner } = write
  let node = remove(root, 0, write)
  while (node instanceof Branch && node.nodes.length === 1) node = node.nodes[0]!
  return lengthOf(node) === 0 ? new Leaf<R>(owner, []) : node
}

/** The returned node may be one longer than `maxLength`; the caller then splits it. */
function put<R>(node: Node<R>, level: number, write: Put<R>): Node<R> {
  if (node instanceof Leaf) return putIntoLeaf(node, write)
  const { location, record, owner } = write
  const step = location.path[level]!
  const index = Math.max(0, step)
  const child = put(node.nodes[index]!, level + 1, write)
  const branch = edit(node, owner)
  if (step < 0) branch.lows[0] = record
  branch.nodes[index] = child
  branch.sizes[index] = sizeOf(child)
  if (!location.isPresent) branch.size += 1
  if (lengthOf(child) > maxLength) replaceNodes(branch, { index, count: 1 }, split(child, record, owner))
  return branch
}

function putIntoLeaf<R>(leaf: Leaf<R>, { location: { position, isPresent }, record, owner }: Put<R>): Leaf<R> {
  const owned = leaf.owner === owner
  if (isPresent) {
    const changed = owned ? leaf : new Leaf(owner, leaf.records.slice())
    changed.records[position] = record
    return changed
  }
  // With `slice` and `splice` a third of the copy's capacity would be unused.
  if (!owned) return new Leaf(owner, leaf.records.toSpliced(position, 0, record))
  leaf.records.splice(position, 0, record)
  return leaf
}

/** The returned node may be empty or short; the caller then drops it or balances it with a neighbour. */
function remove<R>(node: Node<R>, level: number, write: Write): Node<R> {
  const { location, owner } = write
  if (node instanceof Leaf) {
    const leaf = node.owner === owner ? node : new Leaf(owner, node.records.slice())
    leaf.records.splice(location.position, 1)
    return leaf
  }
  const index = location.path[level]!
  const child = remove(node.nodes[index]!, level + 1, write)
  const branch = edit(node, owner)
  branch.size -= 1
  branch.nodes[index] = child
  branch.sizes[index] = sizeOf(child)
  if (lengthOf(child) === 0) replaceNodes(branch, { index, count: 1 }, [])
  else if (lengthOf(child) < minLength && branch.nodes.length > 1) evenOut(branch, Math.max(0, index - 1), owner)
  return branch
}

function edit<R>(branch: Branch<R>, owner: Owner): Branch<R> {
  if (branch.owner === owner) return branch
  const { lows, nodes, sizes, size } = branch
  return new Branch(owner, { lows: lows.slice(), nodes: nodes.slice(), sizes: sizes.slice(), size })
}

/** After an append the left half stays full, so records that arrive in order fill their nodes. */
function split<R>(node: Node<R>, record: R, owner: Owner): Node<R>[] {
  const keys = node instanceof Leaf ? node.records : node.lows
  const at = keys.at(-1) === record ? keys.length - 1 : keys.length >>> 1
  return cut(node, at, owner)
}

function cut<R>(node: Node<R>, at: number, owner: Owner): Node<R>[] {
  if (node instanceof Leaf) {
    return [new Leaf(owner, node.records.slice(0, at)), new Leaf(owner, node.records.slice(at))]
  }
  const { lows, nodes, sizes, size } = node
  const left = total(sizes.slice(0, at))
  return [
    new Branch(owner, { lows: lows.slice(0, at), nodes: nodes.slice(0, at), sizes: sizes.slice(0, at), size: left }),
    new Branch(owner, { lows: lows.slice(at), nodes: nodes.slice(at), sizes: sizes.slice(at), size: size - left }),
  ]
}

function join<R>(left: Node<R>, right: Node<R>, owner: Owner): Node<R> {
  if (left instanceof Leaf && right instanceof Leaf) {
    return new Leaf(owner, left.records.concat(right.records))
  }
  if (left instanceof Branch && right instanceof Branch) {
    return new Branch(owner, {
      lows: left.lows.concat(right.lows),
      nodes: left.nodes.concat(right.nodes),
      sizes: left.sizes.concat(right.sizes),
      size: left.size + right.size,
    })
  }
  throw new Error('Neighbours in the tree must have the same height.')
}

function evenOut<R>(branch: Branch<R>, index: number, owner: Owner): void {
  const joined = join(branch.nodes[index]!, branch.nodes[index + 1]!, owner)
  const length = lengthOf(joined)
  replaceNodes(branch, { index, count: 2 }, length <= maxLength ? [joined] : cut(joined, length >>> 1, owner))
}

/** Leaves `branch.size` alone: the records under the branch stay the same. */
function replaceNodes<R>(
  branch: Branch<R>,
  { index, count }: { index: number; count: number },
  nodes: Node<R>[],
): void {
  branch.lows.splice(index, count, ...nodes.map(lowOf))
  branch.nodes.splice(index, count, ...nodes)
  branch.sizes.splice(index, count, ...nodes.map(sizeOf))
}

/** Appends the records from position `from` up to, but without, position `to` under a node. */
// With the two positions in an object that it changes, a slice of one record takes 24 % longer; with a new object for
// each node, whole tables take 19 % longer.
// oxlint-disable-next-line max-params
export function collect<R>(node: Node<R>, from: number, to: number, records: R[]): void {
  if (node instanceof Leaf) {
    const end = Math.min(to, node.records.length)
    for (let i = Math.max(0, from); i < end; i++) records.push(node.records[i]!)
    return
  }
  let start = 0
  for (let i = 0; i < node.nodes.length && start < to; i++) {
    const end = start + node.sizes[i]!
    if (end > from) collect(node.nodes[i]!, from - start, to - start, records)
    start = end
  }
}

/**
 * Appends the records from position `from` up to, but without, position `to` under a node, as one array for each leaf.
 * A whole leaf's records are its own array.
 */
// As for `collect`.
// oxlint-disable-next-line max-params
export function collectRuns<R>(node: Node<R>, from: number, to: number, runs: (readonly R[])[]): void {
  if (node instanceof Leaf) {
    const { records } = node
    runs.push(from <= 0 && to >= records.length ? records : records.slice(Math.max(0, from), to))
    return
  }
  let start = 0
  for (let i = 0; i < node.nodes.length && start < to; i++) {
    const end = start + node.sizes[i]!
    if (end > from) collectRuns(node.nodes[i]!, from - start, to - start, runs)
    start = end
  }
}
