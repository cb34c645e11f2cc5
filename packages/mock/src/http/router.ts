import { type OperationId, type OperationRow, operationTable } from '@latchkey/types'

/** The operations of a URL path by method, and the values of its parameters. */
export interface Match {
  readonly operations: Readonly<Partial<Record<string, OperationId>>>
  readonly params: Readonly<Record<string, string>>
}

interface Node {
  readonly children: Map<string, Node>
  parameter?: { readonly name: string; readonly node: Node }
  operations?: Partial<Record<string, OperationId>>
}

export const rows = operationTable as Readonly<Record<OperationId, OperationRow>>
/** Built for the first request. */
let root: Node | undefined

/**
 * Finds the operations of a path in one pass over its segments, for any number of operations.
 *
 * A literal segment takes precedence over a parameter. No path ends with a slash.
 *
 * @returns `undefined` when nothing is served there, also for a segment with invalid percent-encoding.
 */
export function match(path: string): Match | undefined {
  let node = (root ??= buildTrie())
  const params: Record<string, string> = {}
  let start = 1
  while (start <= path.length) {
    const slash = path.indexOf('/', start)
    const end = slash === -1 ? path.length : slash
    const segment = path.slice(start, end)
    const literal = node.children.get(segment)
    if (literal) {
      node = literal
    } else {
      if (!node.parameter || segment === '') return undefined
      const value = segment.includes('%') ? decode(segment) : segment
      if (value === undefined) return undefined
      params[node.parameter.name] = value
      node = node.parameter.node
    }
    start = end + 1
  }
  return node.operations && { operations: node.operations, params }
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function buildTrie(): Node {
  const top: Node = { children: new Map() }
  for (const [id, row] of Object.entries(operationTable)) {
    let node = top
    for (const segment of row.path.slice(1).split('/')) node = step(node, segment)
    node.operations = { ...node.operations, [row.method]: id as OperationId }
  }
  return top
}

function step(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.parameter ??= { name: segment.slice(1, -1), node: { children: new Map() } }
    return node.parameter.node
  }
  const existing = node.children.get(segment)
  if (existing) return existing
  const child: Node = { children: new Map() }
  node.children.set(segment, child)
  return child
}
