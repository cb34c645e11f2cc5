/**
 * How many arrays and objects may lie in each other. V8 writes about 4,000 levels before its stack ends, and the trace
 * of a transaction with the deepest calls that EVM chains run (1,024) has two levels for each.
 */
const maximumLevels = 2_500

/** A text is JSON, but nested so deeply that functions which go down into its value would overflow the stack. */
export class DeepJson extends SyntaxError {}

/** Parses JSON of others. @throws SyntaxError for what is not JSON, {@link DeepJson} for JSON that is too deep */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  // Each level has two brackets.
  if (text.length > 2 * maximumLevels && isDeep(value)) throw new DeepJson()
  return value
}

/** The noun for a text that {@link parseJson} does not take, for a sentence about a reply. */
export const kindOfText = (error: unknown): string =>
  error instanceof DeepJson ? `JSON that is nested deeper than ${maximumLevels} levels` : 'something that is not JSON'

/** A sentence about the body of a request that {@link parseJson} does not take. */
export const problemOfJson = (error: unknown): string =>
  error instanceof DeepJson
    ? `The body is nested too deeply: it may have ${maximumLevels} levels.`
    : 'The body is not valid JSON.'

/** Goes down level by level and not by recursion, so that any depth fits. */
function isDeep(value: unknown): boolean {
  const isNested = (each: unknown): each is object => typeof each === 'object' && each !== null
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === maximumLevels) return true
    level = level.flatMap((each) => Object.values(each).filter(isNested))
  }
  return false
}
