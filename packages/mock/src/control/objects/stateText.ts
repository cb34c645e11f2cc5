import { jsonPieces } from '@latchkey/base/jsonPieces'

/**
 * The levels of an exported state that are written and read entry by entry: the state, its tables, their records. So
 * no text is longer than a record.
 */
export const stateLevels = 3

/** How many characters a text of V8 has at most. */
const longestText = 2 ** 29 - 24

/**
 * Lets `JSON.stringify` refuse a state that is too long for one text, in words that say what to do.
 *
 * @param limit - In characters.
 */
export function withTextLimit<T extends object>(state: T, limit = longestText): T {
  const toJSON = () => {
    let length = 0
    for (const piece of jsonPieces(state, stateLevels)) {
      length += piece.length
      if (length > limit)
        throw new RangeError(
          `Failed to write the state as one text: it has more than ${limit} characters, and V8 has no longer text. ` +
            'Write it with `exportStream()`, and read it with `importStream()`.',
        )
    }
    return state
  }
  // Whoever compares or copies the state sees only its data.
  return Object.defineProperty(state, 'toJSON', { value: toJSON, enumerable: false })
}
