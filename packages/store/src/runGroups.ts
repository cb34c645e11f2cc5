import { collectRuns, Leaf, type Node, sizeOf } from './treeNode.ts'

/** Neighbouring runs of a range: those of one node of the tree, a few hundred records. */
export interface RunGroup<R> {
  /** Stays the same until one of its records changes, so that a `WeakMap` can cache what is derived from `allRuns`. */
  readonly node: object
  /** The runs of the range. */
  runs(): (readonly R[])[]
  /** All runs of the node, those outside of the range included. */
  allRuns(): (readonly R[])[]
}

/** Appends the lowest branches with records from position `from` up to, but without, position `to` under a node. */
// As for `collect`.
// oxlint-disable-next-line max-params
export function collectGroups<R>(node: Node<R>, from: number, to: number, groups: RunGroup<R>[]): void {
  if (node instanceof Leaf || node.nodes[0] instanceof Leaf) {
    groups.push({ node, runs: () => runsOf(node, from, to), allRuns: () => runsOf(node, 0, sizeOf(node)) })
    return
  }
  let start = 0
  for (let i = 0; i < node.nodes.length && start < to; i++) {
    const end = start + node.sizes[i]!
    if (end > from) collectGroups(node.nodes[i]!, from - start, to - start, groups)
    start = end
  }
}

function runsOf<R>(node: Node<R>, from: number, to: number): (readonly R[])[] {
  const runs: (readonly R[])[] = []
  collectRuns(node, from, to, runs)
  return runs
}
