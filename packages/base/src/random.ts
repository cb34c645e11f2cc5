import { sha256 } from '@noble/hashes/sha2.js'
import { v7 } from 'uuid'

/** The mock's randomness. From a seed, the same calls give the same bytes, in every host. */
export interface Random {
  bytes(length: number): Uint8Array
  /** A version 7 UUID (RFC 9562) of that instant; ids of one instant sort in the order of their creation. */
  uuid(now: number): string
  /** Decimal digits. */
  digits(length: number): string
  /** Letters and digits: 62 symbols. */
  token(length: number): string
  /** The state of the sequence, from which {@link createRandom} continues. */
  state(): RandomState
}

export type RandomState = readonly [number, number, number, number, number, number]

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Creates a random source from a seed, or one that continues from the state of another. */
export function createRandom(seed: string | RandomState): Random {
  // sfc32, the small fast counter of PractRand: 128 bits of state. A test double needs quality, not secrecy.
  let [a, b, c, counter, ...order] = typeof seed === 'string' ? seedState(seed) : seed

  function next(): number {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }

  const last: LastId = { instant: order[0], sequence: order[1] }
  return { ...drawFrom(next, last), state: () => [a, b, c, counter, last.instant, last.sequence] }
}

/**
 * Creates a random source that nobody can predict: the platform's. No two give the same bytes.
 *
 * @param position - The `state` of the source, from which a seeded one may continue. It does not move, since there is no
 * sequence. @default a random one
 */
export function createPlatformRandom(position?: RandomState): Random {
  const words = new Uint32Array(64)
  let used = words.length

  function next(): number {
    if (used === words.length) {
      crypto.getRandomValues(words)
      used = 0
    }
    return words[used++] as number
  }

  const word = () => next() | 0
  const state: RandomState = position ?? [word(), word(), word(), word(), 0, 0]
  return { ...drawFrom(next, { instant: 0, sequence: 0 }), state: () => state }
}

/** A seed that nobody can predict. */
export function randomSeed(): string {
  return createPlatformRandom().token(43)
}

/** The latest id: ids of one instant have ascending sequence numbers. */
interface LastId {
  instant: number
  sequence: number
}

/** The functions that draw from a sequence of 32-bit words. */
function drawFrom(next: () => number, last: LastId): Omit<Random, 'state'> {
  function bytes(length: number): Uint8Array {
    const out = new Uint8Array(length)
    for (let i = 0; i < length; i += 4) {
      let word = next()
      for (let j = i; j < Math.min(i + 4, length); j++, word >>>= 8) out[j] = word & 0xff
    }
    return out
  }

  function pick(symbols: string, length: number): string {
    let out = ''
    while (out.length < length) {
      // The largest values are drawn again, so that every symbol is equally likely.
      const value = next() >>> 24
      if (value < 256 - (256 % symbols.length)) out += symbols[value % symbols.length]
    }
    return out
  }

  return {
    bytes,
    uuid(now) {
      last.sequence = now === last.instant ? last.sequence + 1 : (next() >>> 8) & 0x3fffff
      last.instant = now
      return v7({ msecs: now, seq: last.sequence, random: bytes(16) })
    },
    digits: (length) => pick('0123456789', length),
    token: (length) => pick(alphabet, length),
  }
}

function seedState(seed: string): RandomState {
  const view = new DataView(sha256(new TextEncoder().encode(seed)).buffer)
  return [view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12), 0, 0]
}
