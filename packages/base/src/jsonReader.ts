type Container = unknown[] | Record<string, unknown>

/** The next part of the text. */
type Next =
  | 'value'
  /** A value, or the end of a list that has begun. */
  | 'firstItem'
  /** A key, or the end of an object that has begun. */
  | 'firstKey'
  | 'key'
  | 'colon'
  /** A comma, or the end of the container. */
  | 'comma'
  | 'end'

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20]
const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

const isSpace = (code: number) => code === space || code === lineFeed || code === carriageReturn || code === tab
const isOpening = (code: number) => code === openBrace || code === openBracket
const isClosing = (code: number) => code === closeBrace || code === closeBracket

/**
 * Reads JSON data that comes in pieces, with the result of `JSON.parse`. No text is longer than a value below the
 * levels that are read entry by entry, so that the whole may be longer than any text of V8.
 */
export class JsonReader {
  readonly #levels: number
  readonly #containers: Container[] = []
  /** The keys under which the open containers are kept in the ones around them. */
  readonly #keys: (string | undefined)[] = []
  #key: string | undefined
  #next: Next = 'value'
  #result: unknown
  /** The key or value that is being read: its text in earlier pieces, and where the reader is in it. */
  #token: Token | undefined
  /** How many characters earlier pieces had. */
  #position = 0

  /** @param levels - How many levels are read entry by entry. Each value below them is read at once. */
  constructor(levels: number) {
    this.#levels = levels
  }

  /** @throws SyntaxError for text that is not JSON */
  write(piece: string): void {
    let at = 0
    while (at < piece.length) at = this.#token ? this.#readToken(this.#token, piece, at) : this.#step(piece, at)
    this.#position += piece.length
  }

  /** @returns The data @throws SyntaxError when the text ends in the middle */
  end(): unknown {
    // A number at the outermost level ends only with the text.
    if (this.#token?.kind === 'scalar') this.#endToken(this.#token, '')
    if (this.#next !== 'end' || this.#token) throw new SyntaxError('the JSON ends in the middle')
    return this.#result
  }

  /** Reads one character that is not in a token, or begins a token. @returns Where to go on */
  #step(piece: string, at: number): number {
    const code = piece.charCodeAt(at)
    if (isSpace(code)) return at + 1
    const next = this.#next
    const isEnd = next === 'comma' || next === 'firstItem' || next === 'firstKey'
    if (isEnd && isClosing(code)) this.#close(code, at)
    else if (next === 'comma' && code === comma) this.#next = Array.isArray(this.#containers.at(-1)) ? 'value' : 'key'
    else if (next === 'colon' && code === colon) this.#next = 'value'
    else if ((next === 'key' || next === 'firstKey') && code === quote) {
      this.#token = new Token(code)
      return at
    } else if (next === 'value' || next === 'firstItem') return this.#beginValue(code, at)
    else this.#refuse(at)
    return at + 1
  }

  #beginValue(code: number, at: number): number {
    if (isOpening(code) && this.#containers.length < this.#levels) {
      this.#containers.push(code === openBrace ? {} : [])
      this.#keys.push(this.#key)
      this.#next = code === openBrace ? 'firstKey' : 'firstItem'
      return at + 1
    }
    if (isClosing(code) || code === comma || code === colon) this.#refuse(at)
    this.#token = new Token(code)
    return at
  }

  #close(code: number, at: number): void {
    const container = this.#containers.at(-1)
    if (Array.isArray(container) !== (code === closeBracket)) this.#refuse(at)
    this.#containers.pop()
    this.#key = this.#keys.pop()
    this.#add(container)
  }

  #readToken(token: Token, piece: string, from: number): number {
    const end = token.endIn(piece, from)
    if (end === undefined) {
      token.parts.push(piece.slice(from))
      return piece.length
    }
    this.#endToken(token, piece.slice(from, end))
    return end
  }

  #endToken({ parts }: Token, rest: string): void {
    this.#token = undefined
    const value: unknown = JSON.parse(parts.length === 0 ? rest : parts.join('') + rest)
    if (this.#next === 'key' || this.#next === 'firstKey') {
      this.#key = value as string
      this.#next = 'colon'
    } else this.#add(value)
  }

  #add(value: unknown): void {
    const container = this.#containers.at(-1)
    if (!container) this.#result = value
    else if (Array.isArray(container)) container.push(value)
    // As `JSON.parse`, which does not set the prototype of an object.
    else Object.defineProperty(container, this.#key!, { value, writable: true, enumerable: true, configurable: true })
    this.#next = container ? 'comma' : 'end'
  }

  #refuse(at: number): never {
    throw new SyntaxError(`the JSON is broken at character ${this.#position + at}`)
  }
}

/** A text of JSON that is parsed at once: a string, a container with all that is in it, or a scalar. */
class Token {
  readonly kind: 'scalar' | 'string' | 'container'
  /** Its text in earlier pieces. */
  readonly parts: string[] = []
  /** How many containers are open. */
  #depth = 0
  #isInString = false
  #isEscaped = false

  constructor(firstCode: number) {
    if (firstCode === quote) this.kind = 'string'
    else this.kind = isOpening(firstCode) ? 'container' : 'scalar'
  }

  /** The position after its last character; `undefined` if it goes on in the next piece. */
  endIn(piece: string, from: number): number | undefined {
    if (this.kind === 'scalar') return this.#endOfScalar(piece, from)
    for (let at = from; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (code === backslash) this.#isEscaped = true
        else if (code === quote) {
          this.#isInString = false
          if (this.#depth === 0) return at + 1
        }
      } else if (code === quote) this.#isInString = true
      else if (isOpening(code)) this.#depth += 1
      else if (isClosing(code)) {
        this.#depth -= 1
        if (this.#depth === 0) return at + 1
      }
    }
    return undefined
  }

  #endOfScalar(piece: string, from: number): number | undefined {
    for (let at = from; at < piece.length; at++) {
      const code = piece.charCodeAt(at)
      if (isSpace(code) || isClosing(code) || code === comma || code === colon) return at
    }
    return undefined
  }
}
