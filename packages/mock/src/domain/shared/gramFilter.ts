/** How many characters a gram has. Most texts of this length occur in few of many addresses or names. */
const gramLength = 5

/** Bits for each character. About a fifth of them is set then, and a text of several grams is rarely found by mistake. */
const bitsPerCharacter = 4

const base = 31
/** The factor of the first character in a gram's hash. */
const firstWeight = base ** (gramLength - 1)

/** The hashes of all grams of a text; none of a text that is shorter than a gram. */
export function gramsOf(text: string): number[] {
  const grams: number[] = []
  let sum = 0
  for (let i = 0; i < text.length; i++) {
    if (i >= gramLength) sum -= Math.imul(text.charCodeAt(i - gramLength), firstWeight)
    sum = (Math.imul(sum, base) + text.charCodeAt(i)) | 0
    if (i >= gramLength - 1) grams.push(mixed(sum))
  }
  return grams
}

/** Remembers which grams occur in texts: a Bloom filter with one hash. It never denies a gram that occurs. */
export class GramFilter {
  readonly #bits: Uint32Array
  readonly #mask: number

  constructor(texts: readonly string[]) {
    const length = texts.reduce((sum, text) => sum + text.length, 0)
    const bits = 2 ** Math.ceil(Math.log2(Math.max(32, length * bitsPerCharacter)))
    this.#bits = new Uint32Array(bits / 32)
    this.#mask = bits - 1
    for (const text of texts)
      for (const gram of gramsOf(text)) {
        const bit = gram & this.#mask
        this.#bits[bit >>> 5]! |= 1 << (bit & 31)
      }
  }

  /**
   * Whether all of these grams may occur. One that does not moves to the front: it is mostly what other filters lack,
   * too, and each bit that is looked up costs a read of memory.
   */
  mayHave(grams: number[]): boolean {
    for (let i = 0; i < grams.length; i++) {
      const gram = grams[i]!
      const bit = gram & this.#mask
      if (this.#bits[bit >>> 5]! & (1 << (bit & 31))) continue
      grams[i] = grams[0]!
      grams[0] = gram
      return false
    }
    return true
  }
}

/** Spreads the difference of similar grams over all bits. */
function mixed(sum: number): number {
  const half = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d)
  return half ^ (half >>> 13)
}
