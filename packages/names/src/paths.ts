import { shapes } from './generated/shapes.ts'
import { refusal } from './namesFile.ts'
import { nearest } from './nearest.ts'
import type { Spelling } from './spelling.ts'

/** A URL template of the document, and what the deployment has in its place. */
interface PathPair {
  readonly documented: string
  readonly spelled: string
  /** Operation ids by method. */
  readonly operations: Map<string, string>
}

/** The other spelling of a path. */
interface PathEnd extends Pick<PathPair, 'operations'> {
  /** The names of the parameters in the order in which a path has them. */
  readonly names: readonly string[]
  /** The other spelling's text before each of the parameters and after the last one. */
  readonly literals: readonly string[]
  /** Which of the values stands at each of its parameters. */
  readonly order: readonly number[]
}

/** A path that a table has found. */
export interface FoundPath {
  readonly end: PathEnd
  /** The segments that stand for the names of the parameters, as they are in the URL. */
  readonly values: readonly string[]
}

export type FindPath = (path: string) => FoundPath | undefined

interface PathNode {
  readonly literals: Map<string, PathNode>
  parameter?: PathNode
  /** Where a template ends. */
  end?: PathEnd
}

const parameter = /\{(\w+)\}/g

/** The templates of the document with their spellings. @throws TypeError for a path that does not fit */
export function pairPaths({ paths }: Pick<Spelling, 'paths'>): PathPair[] {
  const pairs = new Map<string, PathPair>()
  const unused = new Set(paths.keys())
  for (const [id, { method, path }] of Object.entries(shapes.operations)) {
    const pair = pairs.get(path) ?? { documented: path, spelled: spellPath(path, paths, unused), operations: new Map() }
    pairs.set(path, pair)
    pair.operations.set(method, id)
  }
  for (const path of unused) if (!pairs.has(path) && !isPrefixOfAny(path, pairs.keys())) throw unknownPath(path, pairs)
  for (const [path, spelled] of paths) assertPath(path, spelled)
  assertDistinctPaths([...pairs.values()])
  return [...pairs.values()]
}

function spellPath(path: string, paths: ReadonlyMap<string, string>, unused: Set<string>): string {
  const whole = paths.get(path)
  unused.delete(path)
  if (whole !== undefined) return whole
  const prefixes = [...paths.keys()].filter((key) => key.endsWith('/*') && path.startsWith(key.slice(0, -1)))
  const longest = prefixes.sort((a, b) => b.length - a.length)[0]
  if (longest === undefined) return path
  const spelled = paths.get(longest) ?? longest
  return spelled.slice(0, -1) + path.slice(longest.length - 1)
}

const isPrefixOfAny = (path: string, templates: Iterable<string>) =>
  path.endsWith('/*') && [...templates].some((template) => template.startsWith(path.slice(0, -1)))

function unknownPath(path: string, pairs: ReadonlyMap<string, PathPair>): TypeError {
  return refusal(`the document has no path "${path}". Did you mean "${nearest(path, [...pairs.keys()])}"?`)
}

function assertPath(path: string, spelled: string): void {
  const names = (template: string) =>
    [...template.matchAll(parameter)]
      .map(([, name]) => name)
      .sort()
      .join(', ')
  if (path.endsWith('/*') !== spelled.endsWith('/*'))
    throw refusal(`"${path}" and "${spelled}" must both end in "/*", or neither.`)
  if (!/^(\/([\w.~!$&'()+,;=:@%-]+|\{\w+\}))+$/.test(spelled.replace(/\/\*$/, '')) || spelled.startsWith('/__mock/'))
    throw refusal(`"${spelled}" cannot be a path.`)
  if (names(path) !== names(spelled))
    throw refusal(`"${spelled}" must have the parameters of "${path}": ${names(path) || 'none'}.`)
}

function assertDistinctPaths(pairs: readonly PathPair[]): void {
  const taken = new Map<string, string>()
  for (const { documented, spelled } of pairs) {
    const form = spelled.replace(parameter, '{}')
    const other = taken.get(form)
    if (other !== undefined) throw refusal(`"${other}" and "${documented}" of paths would both be "${spelled}".`)
    taken.set(form, documented)
  }
}

/** Finds paths of one spelling, with the templates of the other. A literal segment takes precedence over a parameter. */
export function createPathTable(pairs: readonly PathPair[], from: 'documented' | 'spelled'): FindPath {
  const root: PathNode = { literals: new Map() }
  for (const pair of pairs) {
    const names: string[] = []
    let node = root
    for (const segment of pair[from].slice(1).split('/')) {
      if (segment.startsWith('{')) names.push(segment.slice(1, -1))
      node = step(node, segment)
    }
    node.end = { ...partsOf(from === 'spelled' ? pair.documented : pair.spelled, names), operations: pair.operations }
  }
  return (path) => {
    const values: string[] = []
    let node: PathNode | undefined = root
    for (let start = 1, end = 0; start <= path.length; start = end + 1) {
      const slash = path.indexOf('/', start)
      end = slash === -1 ? path.length : slash
      const segment = path.slice(start, end)
      const literal: PathNode | undefined = node.literals.get(segment)
      if (!literal) values.push(segment)
      node = literal ?? (segment === '' ? undefined : node.parameter)
      if (!node) return undefined
    }
    return node.end && { end: node.end, values }
  }
}

function step(node: PathNode, segment: string): PathNode {
  if (segment.startsWith('{')) return (node.parameter ??= { literals: new Map() })
  const existing = node.literals.get(segment)
  if (existing) return existing
  const child: PathNode = { literals: new Map() }
  node.literals.set(segment, child)
  return child
}

function partsOf(template: string, names: readonly string[]): Omit<PathEnd, 'operations'> {
  const order = [...template.matchAll(parameter)].map(([, name = '']) => names.indexOf(name))
  return { names, literals: template.split(/\{\w+\}/), order }
}

/** A path in the other spelling. */
export function fillPath({ literals, order }: PathEnd, values: readonly string[]): string {
  let path = literals[0] ?? ''
  for (let i = 0; i < order.length; i++) path += (values[order[i] as number] ?? '') + (literals[i + 1] ?? '')
  return path
}
