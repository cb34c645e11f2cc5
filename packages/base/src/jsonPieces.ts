/** How many characters a piece has at least, but for the last one. */
const pieceLength = 65_536

/**
 * Writes JSON data as `JSON.stringify` does, in pieces: V8 has no text of more than half a billion characters.
 *
 * @param levels - How many levels are written entry by entry. Each value below them is written at once.
 */
export function* jsonPieces(data: unknown, levels: number): Generator<string, void, undefined> {
  let piece = ''
  for (const token of tokensOf(data, levels)) {
    piece += token
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* tokensOf(data: unknown, levels: number): Generator<string, void, undefined> {
  if (levels === 0 || typeof data !== 'object' || data === null) yield JSON.stringify(data)
  else if (Array.isArray(data)) yield* tokensOfList(data, levels)
  else yield* tokensOfObject(data, levels)
}

function* tokensOfList(list: readonly unknown[], levels: number): Generator<string, void, undefined> {
  yield '['
  for (let i = 0; i < list.length; i++) {
    if (i > 0) yield ','
    yield* tokensOf(list[i] ?? null, levels - 1)
  }
  yield ']'
}

function* tokensOfObject(object: object, levels: number): Generator<string, void, undefined> {
  let separator = '{'
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(key)}:`
    yield* tokensOf(value, levels - 1)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}
