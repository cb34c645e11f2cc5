import { isMap, isScalar, isSeq, type Pair, parseDocument, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'

// Edits insert text at the places that the parsed document names, so that all other text stays as it is.

/** The map at a path of keys. */
function mapAt(text: string, path: readonly string[] = []): YAMLMap | undefined {
  const node = parseDocument(text).getIn(path, true) ?? null
  return isMap(node) ? node : undefined
}

const keyOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key)

/** Where the line of a key begins. */
function startOf(text: string, { key }: Pair): number {
  return text.lastIndexOf('\n', (key as Scalar).range![0] - 1) + 1
}

/** Where the lines of a map or list end. */
function endOf(text: string, { range }: YAMLMap | YAMLSeq): number {
  const end = range![1]
  return text[end - 1] === '\n' || end === text.length ? end : text.indexOf('\n', end) + 1 || text.length
}

/** The keys of the map at a path, in the order in which they are written. */
export function keysAt(text: string, path: readonly string[]): string[] {
  return mapAt(text, path)?.items.map(keyOf) ?? []
}

/** Inserts lines into the map at a path, before the first key that `isLater` names, or else at its end. */
export function insertIntoMap(
  text: string,
  path: readonly string[],
  { lines, isLater }: { lines: string; isLater: (key: string) => boolean },
): string {
  const map = mapAt(text, path)
  if (!map) throw new Error(`There is no map at ${path.join('.')}.`)
  const later = map.items.find((pair) => isLater(keyOf(pair)))
  const at = later ? startOf(text, later) : endOf(text, map)
  return text.slice(0, at) + lines + text.slice(at)
}

/** Renames a key of the topmost map. */
export function renameKey(text: string, from: string, to: string): string {
  const pair = mapAt(text)?.items.find((item) => keyOf(item) === from)
  if (!isScalar(pair?.key)) throw new Error(`There is no key ${from}.`)
  const [start, end] = pair.key.range!
  return text.slice(0, start) + to + text.slice(end)
}

/** Appends lines to the list at a path. */
export function appendToList(text: string, path: readonly string[], lines: string): string {
  const list = parseDocument(text).getIn(path, true)
  if (!isSeq(list)) throw new Error(`There is no list at ${path.join('.')}.`)
  const at = endOf(text, list)
  return text.slice(0, at) + lines + text.slice(at)
}

/** Replaces the plain scalar at a path. */
export function replaceValue(text: string, path: readonly string[], value: string): string {
  const node = parseDocument(text).getIn(path, true)
  if (!isScalar(node)) throw new Error(`There is no scalar at ${path.join('.')}.`)
  const [start, end] = node.range!
  return text.slice(0, start) + value + text.slice(end)
}
